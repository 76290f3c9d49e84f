import { englishOrdinal } from '../plural.ts';

/** The landing page [LAND-1 … LAND-5]. */
export const landing = {
  pageTitle: 'Your turn at the doctor, without the waiting room',
  headline: 'Your turn at the doctor, without the waiting room.',
  lead: 'Join the queue from your phone. See your place and about how long it will take. Come when it is nearly your turn.',
  getStarted: 'Get Started Free',
  goToDashboard: 'Go to Dashboard',
  howItWorks: 'See how it works',
  promise: 'Nothing to install. Works on any phone with a browser.',

  sampleCaption: 'A sample',
  sampleDoctor: 'Dr. Asha Verma',
  sampleSpecialty: 'Cardiology',
  samplePlace: (place: number) => `You are ${englishOrdinal(place)}`,
  sampleWait: (range: string) => `About ${range} minutes`,
  sampleCalled: 'It is your turn',
  sampleRoom: 'Please go in to Dr. Verma.',
  sampleCalledAgo: 'Called just now',
  sampleAdvice: 'Stay home. Leave around 10:40 am.',
  sampleLeaveNow: 'Leave now.',
  assessmentReady: 'Assessment ready',
  assessmentNote: 'The doctor has your answers',
  pauseSample: 'Pause the sample',
  playSample: 'Let the sample run',

  figuresTitle: 'In figures',
  figures: {
    lessWaiting: 'less waiting',
    hospitals: 'hospitals',
    patientsServed: 'patients served',
  },

  patients: {
    kicker: 'For patients',
    title: 'Wait where you like',
    lead: 'Choose a hospital and a doctor, ask for a place, and go on with your day.',
    points: [
      {
        title: 'Your place, live',
        text: 'It moves up while you watch, and says so when the connection is lost.',
      },
      {
        title: 'An honest range of minutes',
        text: 'Learned from how long this doctor really takes, not from a brochure.',
      },
      {
        title: 'Tell it before the visit',
        text: 'A health assessment before the visit: a few questions on your phone, one at a time. The doctor reads your answers before you walk in.',
      },
    ],
    picture:
      'A picture of the product: the card of an available doctor with three people waiting, and the form that asks for symptoms and urgency.',
  },
  hospitals: {
    kicker: 'For hospitals',
    title: 'One calm desk for every queue',
    lead: 'Requests come in, staff approve them, and every screen follows at once.',
    points: [
      {
        title: 'Nobody joins unseen',
        text: 'Each request is approved or turned down with a reason, so the line stays fair.',
      },
      {
        title: 'Every doctor’s line on one screen',
        text: 'Move a patient up or down, add a note, mark a no-show.',
      },
      {
        title: 'A quieter waiting room',
        text: 'People come when it is nearly their turn, not hours before.',
      },
    ],
    startTrial: 'Start Free Trial',
    picture:
      'A picture of the product: a pending request with the buttons Approve and Reject, and the waiting list below it.',
  },
  doctors: {
    kicker: 'For doctors',
    title: 'Know the patient before the door opens',
    lead: 'Patient insights before the appointment: what they answered about their health before the visit, in six lines of one order.',
    points: [
      {
        title: 'Symptoms in their own words',
        text: 'With how urgent it is and the notes of your staff.',
      },
      { title: 'One large button', text: 'Complete the consultation, and the next one is ready.' },
      {
        title: 'Your line, your pace',
        text: 'Set yourself busy for a break; nobody new joins until you are back.',
      },
    ],
    picture:
      'A picture of the product: the current patient with symptoms and urgency, the button Complete Consultation, and who is next.',
  },

  closingTitle: 'Give people back their mornings.',
  closingLead: 'Start with one doctor today. Patients need nothing but a phone.',
  contactSales: 'Contact Sales',

  sample: {
    patient: 'Ravi Kumar',
    next: 'Meera Joshi',
    third: 'Imran Sheikh',
    hospital: 'Sunrise Clinic',
    department: 'Heart Care',
    waiting: '3 waiting',
    wait: 'about 12–18 min',
    join: 'Join the queue',
    symptomsLabel: 'What is troubling you?',
    symptoms: 'Chest feels tight when I climb the stairs, since Monday.',
    urgencyLabel: 'How urgent does it feel?',
    urgencyLow: 'Low',
    urgencyMedium: 'Medium',
    urgencyHigh: 'High',
    pendingTitle: 'Pending Approvals',
    pendingCount: '1 request is pending',
    requestedAt: 'Asked 2 min ago',
    approve: 'Approve',
    reject: 'Reject',
    waitingTitle: 'Waiting',
    joinedFirst: 'Joined 10:05 am',
    joinedSecond: 'Joined 10:12 am',
    currentTitle: 'Current Patient',
    since: 'In the room since 10:22 am',
    complete: 'Complete Consultation',
    nextTitle: 'Next',
  },
};

export type Landing = typeof landing;
