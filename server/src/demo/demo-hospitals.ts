/** The demonstration's hospitals and doctors: invented names in real Indian cities. */
import { defaultOperatingHours, roundTheClock } from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import type { ReportType } from '@baari/contract/visit/report.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import type { OrderRule } from '@baari/contract/lines/shared-line.ts';

export interface DemoDoctor {
  readonly name: string;
  readonly specialty: string;
  readonly department: string;
  /** Years of experience. */
  readonly experience: number;
  /** Average minutes of a consultation. */
  readonly serviceTime: number;
  /** The hair length of the doctor in the drawn portrait. */
  readonly hair: 'long' | 'short';
}

export interface DemoHospital {
  readonly name: string;
  readonly type: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly phone: string;
  readonly email: string;
  readonly website: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly departments: readonly string[];
  readonly hours: WeekHours;
  readonly doctors: readonly DemoDoctor[];
}

const clinicDay = { open: '09:00', close: '20:00', closed: false };
const clinicHours: WeekHours = {
  ...defaultOperatingHours,
  monday: clinicDay,
  tuesday: clinicDay,
  wednesday: clinicDay,
  thursday: clinicDay,
  friday: clinicDay,
};

const longHaired: ReadonlySet<string> = new Set(
  'Meera Nandini Kavita Lakshmi Shruti Divya Sana Pooja Revathi Anitha Ananya Moumita Ritu Zoya Isha'.split(
    ' ',
  ),
);

function doctor(
  name: string,
  specialty: string,
  department: string,
  experience: number,
  serviceTime: number,
): DemoDoctor {
  const hair = longHaired.has(name.split(' ')[0] ?? '') ? 'long' : 'short';
  return { name: `Dr. ${name}`, specialty, department, experience, serviceTime, hair };
}

export const demoHospitals: readonly DemoHospital[] = [
  {
    name: 'Sanjeevani Hospital',
    type: 'general',
    address: '14 Fergusson College Road, Shivajinagar',
    city: 'Pune',
    state: 'Maharashtra',
    zipCode: '411004',
    phone: '+912025530114',
    email: 'care@sanjeevani.example',
    website: 'https://sanjeevani.example',
    latitude: 18.5236,
    longitude: 73.8412,
    departments: ['General Medicine', 'Cardiology', 'Orthopedics', 'Pediatrics', 'Emergency'],
    hours: roundTheClock,
    doctors: [
      doctor('Meera Kulkarni', 'Internal Medicine', 'General Medicine', 14, 9),
      doctor('Arjun Deshpande', 'Cardiology', 'Cardiology', 21, 16),
      doctor('Farhan Shaikh', 'Orthopedics', 'Orthopedics', 11, 13),
      doctor('Nandini Joshi', 'Pediatrics', 'Pediatrics', 9, 10),
      doctor('Rohan Patil', 'Internal Medicine', 'General Medicine', 5, 12),
      doctor('Kavita Rane', 'Other', 'Emergency', 8, 15),
    ],
  },
  {
    name: 'Navjeevan Children’s Hospital',
    type: 'specialty',
    address: '27 Jayanagar 4th Block',
    city: 'Bengaluru',
    state: 'Karnataka',
    zipCode: '560011',
    phone: '+918026540027',
    email: 'hello@navjeevan.example',
    website: 'https://navjeevan.example',
    latitude: 12.9279,
    longitude: 77.5834,
    departments: ['Pediatrics', 'Maternity', 'ENT', 'Dermatology'],
    hours: clinicHours,
    doctors: [
      doctor('Lakshmi Narayan', 'Pediatrics', 'Pediatrics', 18, 11),
      doctor('Thomas Mathew', 'Pediatrics', 'Pediatrics', 7, 9),
      doctor('Shruti Hegde', 'Other', 'Maternity', 12, 14),
      doctor('Imran Pasha', 'Other', 'ENT', 10, 8),
      doctor('Divya Rao', 'Dermatology', 'Dermatology', 6, 10),
    ],
  },
  {
    name: 'Yamuna Multispeciality',
    type: 'private',
    address: 'B-12 Sector 44',
    city: 'Noida',
    state: 'Uttar Pradesh',
    zipCode: '201303',
    phone: '+911204440012',
    email: 'desk@yamuna.example',
    website: 'https://yamuna.example',
    latitude: 28.5494,
    longitude: 77.3363,
    departments: ['Cardiology', 'Neurology', 'Oncology', 'Surgery', 'Radiology', 'ICU'],
    hours: roundTheClock,
    doctors: [
      doctor('Vikram Malhotra', 'Neurology', 'Neurology', 24, 18),
      doctor('Sana Qureshi', 'Oncology', 'Oncology', 15, 20),
      doctor('Anil Gupta', 'Surgery', 'Surgery', 19, 14),
      doctor('Pooja Bansal', 'Cardiology', 'Cardiology', 13, 15),
      doctor('Harish Chandra', 'Radiology', 'Radiology', 9, 7),
    ],
  },
  {
    name: 'Marina Family Clinic',
    type: 'clinic',
    address: '8 Kamarajar Salai, Mylapore',
    city: 'Chennai',
    state: 'Tamil Nadu',
    zipCode: '600004',
    phone: '+914428440008',
    email: 'clinic@marina.example',
    website: 'https://marina.example',
    latitude: 13.0339,
    longitude: 80.2707,
    departments: ['General Medicine', 'Dermatology', 'Ophthalmology'],
    hours: clinicHours,
    doctors: [
      doctor('Revathi Subramanian', 'Internal Medicine', 'General Medicine', 16, 8),
      doctor('Joseph Fernandes', 'Ophthalmology', 'Ophthalmology', 12, 11),
      doctor('Anitha Krishnan', 'Dermatology', 'Dermatology', 8, 9),
      doctor('Karthik Raman', 'Internal Medicine', 'General Medicine', 4, 12),
    ],
  },
  {
    name: 'Hooghly General Hospital',
    type: 'public',
    address: '3 Strand Road, Howrah',
    city: 'Kolkata',
    state: 'West Bengal',
    zipCode: '711101',
    phone: '+913326410003',
    email: 'opd@hooghly.example',
    website: 'https://hooghly.example',
    latitude: 22.5851,
    longitude: 88.3396,
    departments: ['Emergency', 'General Medicine', 'Psychiatry', 'Surgery', 'Laboratory'],
    hours: roundTheClock,
    doctors: [
      doctor('Sourav Banerjee', 'Internal Medicine', 'General Medicine', 20, 7),
      doctor('Ananya Chatterjee', 'Psychiatry', 'Psychiatry', 11, 22),
      doctor('Debashish Ghosh', 'Surgery', 'Surgery', 17, 12),
      doctor('Moumita Sen', 'Internal Medicine', 'General Medicine', 6, 9),
      doctor('Rafiq Ahmed', 'Nephrology', 'General Medicine', 13, 13),
    ],
  },
  {
    name: 'Aravalli Urgent Care',
    type: 'urgent-care',
    address: '51 Tonk Road',
    city: 'Jaipur',
    state: 'Rajasthan',
    zipCode: '302015',
    phone: '+911412710051',
    email: 'team@aravalli.example',
    website: 'https://aravalli.example',
    latitude: 26.8632,
    longitude: 75.8078,
    departments: ['Emergency', 'Orthopedics', 'General Medicine', 'Pediatrics'],
    hours: roundTheClock,
    doctors: [
      doctor('Ritu Shekhawat', 'Orthopedics', 'Orthopedics', 10, 12),
      doctor('Manish Agarwal', 'Internal Medicine', 'General Medicine', 15, 8),
      doctor('Zoya Khan', 'Pediatrics', 'Pediatrics', 7, 10),
      doctor('Devendra Singh', 'Other', 'Emergency', 12, 14),
      doctor('Isha Mathur', 'Endocrinology', 'General Medicine', 9, 15),
    ],
  },
];

const firstNames = [
  'Aarav',
  'Aditi',
  'Amit',
  'Anjali',
  'Bhavna',
  'Chetan',
  'Deepa',
  'Farida',
  'Gaurav',
  'Geeta',
  'Harpreet',
  'Ibrahim',
  'Jaya',
  'Kiran',
  'Lalita',
  'Manoj',
  'Neha',
  'Om',
  'Pankaj',
  'Priya',
  'Rahul',
  'Rekha',
  'Sameer',
  'Sunita',
  'Tara',
  'Usha',
  'Varun',
  'Waseem',
  'Yash',
  'Zainab',
] as const;
const lastNames = [
  'Sharma',
  'Iyer',
  'Khan',
  'Reddy',
  'Das',
  'Mehta',
  'Nair',
  'Singh',
  'Bose',
  'Kaur',
  'Pillai',
  'Chauhan',
  'Dutta',
  'Fernandes',
  'Gowda',
  'Hussain',
  'Mishra',
  'Naidu',
  'Saxena',
  'Yadav',
] as const;

/** Typical complaints of patients, used for departments without complaints of their own. */
const generalComplaints = [
  'Fever since two days, body ache',
  'Follow-up after blood test',
  'Cough at night, worse since Monday',
  'Headache behind the left eye',
  'Stomach pain after meals',
  'Blood pressure check',
  'Dizzy in the morning',
  'Refill of diabetes medicine',
] as const;

/** Complaints by department; other departments use the general complaints. */
const complaintsByDepartment: Readonly<Record<string, readonly string[]>> = {
  Cardiology: [
    'Chest tightness when climbing stairs',
    'Blood pressure check',
    'Heart beats fast at night',
    'Swollen ankles since a week',
    'Follow-up after an ECG',
    'Out of breath on the way to the market',
    'Refill of blood pressure medicine',
  ],
  Orthopedics: [
    'Knee pain after a fall last week',
    'Lower back pain since Sunday',
    'Shoulder does not lift above the head',
    'Twisted ankle yesterday',
    'Check of the plaster on the left arm',
    'Stiff fingers in the morning',
  ],
  Pediatrics: [
    'Child not eating well since three days',
    'Fever since last night, drinks little',
    'Vaccination due this month',
    'Cough at night, worse since Monday',
    'Loose stools since yesterday',
    'Rash on the belly and the back',
    'Ear ache since last night',
  ],
  Emergency: [
    'Cut on the hand, still bleeding',
    'Fever since two days, body ache',
    'Fell from a scooter this morning',
    'Burn from hot oil on the forearm',
    'Vomiting since last night',
  ],
  Dermatology: [
    'Skin rash on both arms',
    'Hair loss since two months',
    'Itching between the toes',
    'Mole that has grown',
    'Acne, follow-up',
  ],
  ENT: [
    'Ear ache since last night',
    'Blocked nose since two weeks',
    'Hears less on the right',
    'Sore throat, hurts to swallow',
  ],
  Maternity: [
    'Check-up in the fifth month',
    'Back pain, seventh month',
    'Results of the scan',
    'First visit, eight weeks',
  ],
  Neurology: [
    'Headache behind the left eye',
    'Numb fingers on the right hand',
    'Dizzy in the morning',
    'Follow-up after a fit',
  ],
  Oncology: ['Follow-up after the third cycle', 'Results of the biopsy', 'Lump below the arm'],
  Ophthalmology: [
    'Blurred sight in the evening',
    'Red eye since two days',
    'Check of the glasses',
    'Follow-up after cataract surgery',
  ],
  Psychiatry: [
    'Sleeps badly since a month',
    'Follow-up, medicine helps',
    'Worries that do not stop',
  ],
  Radiology: ['X-ray of the chest', 'Ultrasound of the belly', 'Scan of the left knee'],
  Surgery: [
    'Check of the stitches',
    'Pain on the lower right since yesterday',
    'Hernia, before the operation',
    'Dressing to be changed',
  ],
};

/** The typical complaints of a department. */
export function complaintsOf(department: string): readonly string[] {
  return complaintsByDepartment[department] ?? generalComplaints;
}

interface ReportOffered {
  readonly type: ReportType;
  readonly title: string;
  readonly summary: string;
}

export const reportsOffered: readonly ReportOffered[] = [
  {
    type: 'consultation',
    title: 'Visit summary',
    summary:
      'Came with fever and body ache since two days. Throat red, chest clear.\nRest, fluids, paracetamol as needed. Back in three days if the fever stays.',
  },
  {
    type: 'prescription',
    title: 'Prescription',
    summary:
      'Amlodipine 5 mg, once a day in the morning, 30 days.\nBlood pressure to be written down each morning. Next visit in four weeks.',
  },
  {
    type: 'lab_result',
    title: 'Blood count and sugar',
    summary:
      'Haemoglobin 12.4 g/dl, white cells 7,800, platelets 2.4 lakh.\nFasting sugar 108 mg/dl: slightly raised, to be repeated in three months.',
  },
  {
    type: 'imaging',
    title: 'X-ray of the right knee',
    summary: 'No fracture. Slight narrowing of the joint space. Rest, ice, and exercises as shown.',
  },
  {
    type: 'consultation',
    title: 'Follow-up',
    summary: 'Better since the last visit; sleeps through. Medicine to be halved from Monday.',
  },
];

/**
 * The invented name of the demo patient with number n. The names of the first 600 patients are all
 * different.
 */
export function demoPatientName(n: number): string {
  const first = firstNames[n % firstNames.length] ?? firstNames[0];
  const last = lastNames[Math.floor(n / firstNames.length + n) % lastNames.length] ?? lastNames[0];
  return `${first} ${last}`;
}

interface DemoLine {
  readonly name: string;
  readonly names: { readonly hi: string };
  readonly kind: ServiceKind;
  readonly order: OrderRule;
  readonly points: number;
  /** The department whose doctors call patients from this line. */
  readonly ofDepartment?: string;
}

/** The shared lines of the first hospital. */
export const demoLines: readonly DemoLine[] = [
  {
    name: 'Registration',
    names: { hi: 'पंजीकरण' },
    kind: 'registration',
    order: 'arrival',
    points: 2,
  },
  { name: 'Vitals', names: { hi: 'जाँच-माप' }, kind: 'vitals', order: 'arrival', points: 1 },
  {
    name: 'Any physician',
    names: { hi: 'कोई भी फ़िज़िशियन' },
    kind: 'any_doctor',
    order: 'returns_next',
    points: 0,
    ofDepartment: 'General Medicine',
  },
  {
    name: 'Any paediatrician',
    names: { hi: 'कोई भी बाल रोग विशेषज्ञ' },
    kind: 'any_doctor',
    order: 'returns_next',
    points: 0,
    ofDepartment: 'Pediatrics',
  },
  { name: 'Laboratory', names: { hi: 'प्रयोगशाला' }, kind: 'laboratory', order: 'end', points: 3 },
  { name: 'Pharmacy', names: { hi: 'दवाख़ाना' }, kind: 'pharmacy', order: 'end', points: 2 },
];

/** The names of the staff who work at the counters, in the order of `demoLines`. */
export const demoClerks = [
  'Kavita More',
  'Joseph Pinto',
  'Lata Salvi',
  'Imran Qureshi',
  'Deepa Nair',
  'Prakash Gore',
  'Smita Jagtap',
] as const;

/** For each demo line, the lines to which staff usually send a patient next. */
export const demoRoutes = [
  { name: 'Registration', next: ['Vitals'] },
  { name: 'Vitals', next: ['Any physician', 'Any paediatrician'] },
  { name: 'Any physician', next: ['Laboratory', 'Pharmacy'] },
  { name: 'Any paediatrician', next: ['Laboratory', 'Pharmacy'] },
  { name: 'Laboratory', next: ['Pharmacy'] },
] as const;
