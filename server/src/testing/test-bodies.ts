/** Valid example bodies of API requests, for tests. */

import type { setVitalSettings } from '@baari/contract/visit/vitals.ts';
import { defaultOperatingHours } from '@baari/contract/constants.ts';
import type { answerAssessment } from '@baari/contract/visit/assessment.ts';
import type { BodyInputOf } from '@baari/contract/endpoint.ts';
import type { editDoctor } from '@baari/contract/doctor/doctor.ts';
import type { saveDoctorProfile } from '@baari/contract/doctor/doctor-profile.ts';
import type { saveDoctorSettings } from '@baari/contract/doctor/doctor-settings.ts';
import type { createHospital, saveOwnHospital } from '@baari/contract/hospital/hospital.ts';
import type { addPerson } from '@baari/contract/patient/person.ts';
import type {
  addPushDevice,
  saveNotificationSettings,
} from '@baari/contract/patient/notification.ts';
import type { saveProfile } from '@baari/contract/patient/profile.ts';
import type { EarlierTerms } from '@baari/contract/visit/earlier.ts';
import type { createReport } from '@baari/contract/visit/report.ts';
import type { saveSchedule } from '@baari/contract/hospital/schedule.ts';
import type { BookedSession } from '@baari/contract/hospital/timetable.ts';
import type { applyToHospital } from '@baari/contract/account/team.ts';
import { onePagePdf } from './test-pdf.ts';

const wholeDay = { open: '00:00', close: '23:59', closed: false };

/** Opening hours in which any time of any day can be booked. */
export const alwaysOpen = {
  monday: wholeDay,
  tuesday: wholeDay,
  wednesday: wholeDay,
  thursday: wholeDay,
  friday: wholeDay,
  saturday: wholeDay,
  sunday: wholeDay,
};

/** The request body with which this administrator creates a hospital. */
export function givenHospital(adminEmail: string): BodyInputOf<typeof createHospital> {
  return {
    hospitalName: 'Sanjeevani Hospital',
    hospitalType: 'general',
    address: '12 Station Road',
    city: 'Nagpur',
    state: 'Maharashtra',
    zipCode: '440001',
    phone: '+917122345678',
    email: 'desk@sanjeevani.example',
    departments: ['Cardiology', 'ENT'],
    adminFirstName: 'Asha',
    adminLastName: 'Rao',
    adminEmail,
  };
}

/** A hospital's profile as its administrator saves it. */
export function givenHospitalProfile(): BodyInputOf<typeof saveOwnHospital> {
  return {
    name: 'Lakeside Hospital',
    type: 'clinic',
    address: '9 Lake Road',
    city: 'Udaipur',
    state: 'Rajasthan',
    zip_code: '313001',
    phone: '+912942000009',
    email: 'desk@lakeside.example',
    website: 'https://lakeside.example',
    departments: ['Cardiology', 'ENT'],
    operating_hours: defaultOperatingHours,
    timeZone: 'Asia/Kolkata',
    latitude: 24.57,
    longitude: 73.69,
  };
}

/** Notification settings: by mail only. */
export function givenNotificationSettings(): BodyInputOf<typeof saveNotificationSettings> {
  return {
    email: true,
    sms: false,
    push: false,
    whatsapp: false,
    travelMinutes: 20,
    language: 'en',
  };
}

/** A push subscription with an address to which nothing is sent. */
export function givenSubscription(): BodyInputOf<typeof addPushDevice> {
  return {
    endpoint: 'https://fcm.googleapis.com/fcm/send/made-up',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  };
}

/** A patient's profile as its owner saves it. */
export function givenProfile(): BodyInputOf<typeof saveProfile> {
  return {
    name: 'Asha R. Verma',
    phone: '+919811000001',
    dateOfBirth: '1988-03-09',
    gender: 'Female',
    address: {
      line1: '4 Lake Road',
      city: 'Pune',
      state: 'Maharashtra',
      zip: '411001',
      country: 'IN',
    },
    emergencyContacts: [{ name: 'Ravi Verma', phone: '+919811000002', relation: 'Brother' }],
    insurance: { provider: 'Arogya', policyNumber: 'P-1', groupNumber: '' },
    preferences: {
      language: 'hi',
      theme: 'dark',
      notifications: { email: true, sms: true, push: false },
    },
  };
}

/** A patient's answers before a visit, with no emergency sign and a few words. */
export function givenAnswers(): BodyInputOf<typeof answerAssessment> {
  return {
    answers: [
      { question: 'signs', answer: { kind: 'signs', yes: [], no: ['chest-pain', 'breathing'] } },
      { question: 'matter', answer: { kind: 'text', text: 'A cough at night' } },
    ],
  };
}

export function givenPerson(name = 'Riya Verma'): BodyInputOf<typeof addPerson> {
  return { name, relation: 'child', dateOfBirth: '2019-07-01', gender: 'Female' };
}

/** An application to join a hospital's staff. */
export function givenApplication(
  hospitalId: string,
  email: string,
): BodyInputOf<typeof applyToHospital> {
  return {
    hospitalId,
    firstName: 'Latha',
    lastName: 'Menon',
    email,
    phone: '+919876500000',
    role: 'nurse',
    department: 'Cardiology',
  };
}

/** A report as staff write it. */
export function givenReport(patientId: string, doctorId: string): BodyInputOf<typeof createReport> {
  return {
    patientId,
    doctorId,
    type: 'consultation',
    title: 'Blood pressure',
    summary: 'Within the usual range.',
  };
}

/** The smallest PDF: one empty page. */
export const smallPdf = onePagePdf({}).toString('latin1');

/** A week with two half days from Monday to Friday, and a break in the first half. */
export function givenWeek(): NonNullable<BodyInputOf<typeof saveSchedule>['week']> {
  const workday = {
    hours: [
      { from: '09:00', to: '13:00' },
      { from: '16:00', to: '19:00' },
    ],
    breaks: [{ from: '11:00', to: '11:15' }],
  };
  const free = { hours: [], breaks: [] };
  return {
    monday: workday,
    tuesday: workday,
    wednesday: workday,
    thursday: workday,
    friday: workday,
    saturday: free,
    sunday: free,
  };
}

/** A weekly session in the morning of working days, for two patients every quarter of an hour. */
export function givenSession(): BookedSession {
  return {
    kind: 'booked',
    weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    date: null,
    from: '09:00',
    to: '12:00',
    validFrom: null,
    validUntil: null,
    slotMinutes: 15,
    places: 2,
    bufferMinutes: 0,
    walkInPercent: 0,
  };
}

/** The terms of a request for an earlier time. Every time fits these terms. */
export const givenVitalSettings: BodyInputOf<typeof setVitalSettings> = {
  asked: ['bloodPressure', 'pulse'],
  temperatureUnit: 'celsius',
  glucoseUnit: 'mg_dl',
};

export const givenWish = {
  scope: 'doctor',
  weekdays: [],
  dayParts: [],
  leastNoticeMinutes: 60,
  until: null,
} as const satisfies EarlierTerms;

/** Settings as a doctor saves them. */
export function givenSettings(): BodyInputOf<typeof saveDoctorSettings> {
  return {
    defaultStatus: 'Available',
    breakAfter: 8,
    breakMinutes: 15,
    tellRequests: true,
    tellCheckIns: false,
    tellByMail: false,
  };
}

/** A doctor's profile text as the doctor saves it. */
export function givenDoctorProfile(): BodyInputOf<typeof saveDoctorProfile> {
  return {
    experience: 12,
    qualifications: 'MBBS, MD (Medicine)',
    languages: ['English', 'हिन्दी'],
    about: 'Looks after diabetes and blood pressure.',
  };
}

/** The request body with which an administrator edits a doctor. */
export function givenDoctorEdit(email: string): BodyInputOf<typeof editDoctor> {
  return {
    name: 'Dr. Meera Iyer',
    email,
    phone: '+919876543210',
    specialty: 'Neurology',
    department: 'Neurology',
    experience: 9,
    visitMinutes: 20,
  };
}
