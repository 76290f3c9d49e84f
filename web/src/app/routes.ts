import type { ComponentType } from 'react';
import type { AreaName } from '../i18n/areas.ts';
import type { GuardName } from './guards.tsx';
import type { LayoutName } from './layouts.ts';

export interface RouteEntry {
  readonly path: string;
  readonly layout: LayoutName;
  readonly guard: GuardName;
  /** The texts it shows, fetched together with the page. */
  readonly areas?: readonly AreaName[];
  /** What it reads first, as paths of the API: the server sends the answers along with the page. */
  readonly asks?: readonly string[];
  /** A module that exports `Page`. */
  readonly page: () => Promise<{ Page: ComponentType }>;
}

const queueAreas = ['patientQueue', 'arrival', 'people', 'medical'] as const;
const queueAsks = ['/api/queues/open', '/api/queues/history', '/api/appointments'] as const;
/** What every page of staff shows, in its frame or title. */
const staffAsks = ['/api/hospital', '/api/hospitals/:ownHospital/queues/pending'] as const;
const deskAsks = [
  '/api/hospital',
  '/api/hospitals/:hospitalId/queues/pending',
  '/api/hospitals/:hospitalId/queues/waiting',
  '/api/hospitals/:hospitalId/queues/counts',
] as const;
const doctorAsks = [
  ...staffAsks,
  '/api/doctors/:doctorId',
  '/api/hospital/doctors/:doctorId/queue?includeCompleted=false',
] as const;
const counterAreas = ['queueDesk', 'counter', 'sendingOn', 'medical'] as const;
const patientAreas = [...queueAreas, 'asking', 'appointments', 'browse'] as const;

/** Every page of the product [ROUTE-1 … ROUTE-29]. */
export const routes: readonly RouteEntry[] = [
  {
    path: '/',
    layout: 'public',
    guard: 'anyone',
    areas: ['landing'],
    page: () => import('../pages/landing.page.tsx'),
  },
  {
    path: '/about',
    layout: 'public',
    guard: 'anyone',
    areas: ['site'],
    page: () => import('../pages/text.page.tsx'),
  },
  {
    path: '/terms',
    layout: 'public',
    guard: 'anyone',
    areas: ['site'],
    page: () => import('../pages/text.page.tsx'),
  },
  {
    path: '/privacy',
    layout: 'public',
    guard: 'anyone',
    areas: ['site'],
    page: () => import('../pages/text.page.tsx'),
  },
  {
    path: '/contact',
    layout: 'public',
    guard: 'anyone',
    areas: ['site'],
    page: () => import('../pages/contact.page.tsx'),
  },
  {
    path: '/login',
    layout: 'public',
    guard: 'anyone',
    areas: ['identity', 'refusals'],
    page: () => import('../pages/login.page.tsx'),
  },
  {
    path: '/signup',
    layout: 'public',
    guard: 'anyone',
    areas: ['identity'],
    page: () => import('../pages/sign-up.page.tsx'),
  },
  {
    path: '/signup/patient',
    layout: 'public',
    guard: 'anyone',
    areas: ['identity'],
    page: () => import('../pages/sign-up-patient.page.tsx'),
  },
  {
    path: '/signup/hospital',
    layout: 'public',
    guard: 'anyone',
    areas: ['identity', 'joining'],
    page: () => import('../pages/sign-up-hospital.page.tsx'),
  },
  {
    path: '/signup/hospital/create',
    layout: 'public',
    guard: 'anyone',
    areas: ['hospitalCreation', 'medical'],
    page: () => import('../pages/hospital-creation.page.tsx'),
  },
  {
    path: '/hospital/create',
    layout: 'public',
    guard: 'anyone',
    areas: ['hospitalCreation', 'medical'],
    page: () => import('../pages/hospital-creation.page.tsx'),
  },
  {
    path: '/signup/hospital/join',
    layout: 'public',
    guard: 'anyone',
    areas: ['joining', 'medical'],
    page: () => import('../pages/join-hospital.page.tsx'),
  },
  {
    path: '/invitation',
    layout: 'public',
    guard: 'anyone',
    areas: ['joining'],
    page: () => import('../pages/invitation.page.tsx'),
  },
  {
    path: '/email-verification',
    layout: 'public',
    guard: 'anyone',
    areas: ['identity'],
    page: () => import('../pages/email-verification.page.tsx'),
  },
  {
    path: '/phone-verification',
    layout: 'public',
    guard: 'anyone',
    areas: ['identity', 'refusals'],
    page: () => import('../pages/phone-verification.page.tsx'),
  },
  {
    path: '/signed-in',
    layout: 'public',
    guard: 'anyone',
    areas: ['identity', 'refusals'],
    page: () => import('../pages/signed-in.page.tsx'),
  },
  {
    path: '/forgot-password',
    layout: 'public',
    guard: 'anyone',
    areas: ['identity'],
    page: () => import('../pages/forgot-password.page.tsx'),
  },
  {
    path: '/reset-password',
    layout: 'public',
    guard: 'anyone',
    areas: ['identity'],
    page: () => import('../pages/reset-password.page.tsx'),
  },
  {
    path: '/profile',
    layout: 'public',
    guard: 'signedIn',
    areas: ['identity', 'security'],
    page: () => import('../pages/profile.page.tsx'),
  },
  {
    path: '/patient/dashboard',
    layout: 'patient',
    guard: 'patient',
    areas: [...patientAreas, 'reports'],
    asks: ['/api/queues/open', '/api/hospitals'],
    page: () => import('../pages/patient-dashboard.page.tsx'),
  },
  {
    path: '/patient/queue',
    layout: 'patient',
    guard: 'patient',
    areas: queueAreas,
    asks: queueAsks,
    page: () => import('../pages/patient-queue.page.tsx'),
  },
  {
    path: '/patient/visits/:visitId/questions',
    layout: 'patient',
    guard: 'patient',
    areas: ['assessment'],
    page: () => import('../pages/visit-questions.page.tsx'),
  },
  {
    path: '/here/:hospitalId',
    layout: 'patient',
    guard: 'patient',
    areas: ['checkingIn', 'arrival', 'patientQueue'],
    page: () => import('../pages/here.page.tsx'),
  },
  {
    path: '/patient/reports',
    layout: 'patient',
    guard: 'patient',
    areas: ['reports', 'people', 'medical'],
    page: () => import('../pages/patient-reports.page.tsx'),
  },
  {
    path: '/patient/hospital/:hospitalId/reports',
    layout: 'patient',
    guard: 'patient',
    areas: ['reports', 'people', 'medical'],
    page: () => import('../pages/patient-reports.page.tsx'),
  },
  {
    path: '/patient/hospital/:hospitalId',
    layout: 'patient',
    guard: 'patient',
    areas: patientAreas,
    page: () => import('../pages/patient-hospital.page.tsx'),
  },
  {
    path: '/patient/hospital/:hospitalId/queue',
    layout: 'patient',
    guard: 'patient',
    areas: queueAreas,
    asks: queueAsks,
    page: () => import('../pages/patient-queue.page.tsx'),
  },
  {
    path: '/patient/hospital/:hospitalId/doctor/:doctorId',
    layout: 'patient',
    guard: 'patient',
    areas: patientAreas,
    asks: ['/api/doctors/:doctorId'],
    page: () => import('../pages/patient-doctor.page.tsx'),
  },
  {
    path: '/patient/doctor/:doctorId',
    layout: 'patient',
    guard: 'patient',
    areas: patientAreas,
    asks: ['/api/doctors/:doctorId'],
    page: () => import('../pages/patient-doctor.page.tsx'),
  },
  {
    path: '/hospital/dashboard',
    layout: 'hospital',
    guard: 'hospitalAdmin',
    areas: [
      'queueDesk',
      'dayEnd',
      'arrival',
      'screens',
      'lines',
      'doctors',
      'photos',
      'rooms',
      'appointments',
      'deskBookings',
      'people',
      'hospitalProfile',
      'team',
      'reports',
      'access',
      'administration',
      'replay',
      'medical',
    ],
    page: () => import('../pages/hospital-dashboard.page.tsx'),
  },
  {
    path: '/hospital/profile',
    layout: 'hospital',
    guard: 'hospitalAdmin',
    areas: ['hospitalProfile', 'medical'],
    page: () => import('../pages/hospital-profile.page.tsx'),
  },
  {
    path: '/staff/queue/:hospitalId',
    layout: 'staff',
    guard: 'staff',
    areas: ['queueDesk', 'dayEnd', 'arrival', 'people', 'medical'],
    asks: deskAsks,
    page: () => import('../pages/staff-queue.page.tsx'),
  },
  {
    path: '/staff/visits/:visitId/questions',
    layout: 'staff',
    guard: 'staff',
    areas: ['assessment'],
    page: () => import('../pages/visit-questions.page.tsx'),
  },
  {
    path: '/staff/dashboard',
    layout: 'staff',
    guard: 'staff',
    areas: [
      'queueDesk',
      'arrival',
      'rooms',
      'appointments',
      'deskBookings',
      'people',
      'reports',
      'medical',
    ],
    asks: [...staffAsks, '/api/hospitals/:ownHospital/queues/counts', '/api/hospital/doctors'],
    page: () => import('../pages/staff-dashboard.page.tsx'),
  },
  {
    path: '/staff/counter',
    layout: 'staff',
    guard: 'staff',
    areas: counterAreas,
    page: () => import('../pages/staff-counter.page.tsx'),
  },
  {
    path: '/staff/counter/:pointId',
    layout: 'staff',
    guard: 'staff',
    areas: counterAreas,
    page: () => import('../pages/staff-counter.page.tsx'),
  },
  {
    path: '/doctor/view/:doctorId',
    layout: 'doctor',
    guard: 'doctor',
    areas: [
      'queueDesk',
      'arrival',
      'doctors',
      'rooms',
      'doctorWork',
      'appointments',
      'deskBookings',
      'people',
      'medical',
    ],
    page: () => import('../pages/doctor-view.page.tsx'),
  },
  {
    path: '/doctor/profile',
    layout: 'doctor',
    guard: 'doctor',
    areas: ['queueDesk', 'doctorWork', 'photos', 'medical'],
    page: () => import('../pages/doctor-profile.page.tsx'),
  },
  {
    path: '/doctor/console/:doctorId',
    layout: 'console',
    guard: 'consulting',
    areas: [
      'queueDesk',
      'arrival',
      'doctorConsole',
      'assessment',
      'rooms',
      'doctorWork',
      'people',
      'reports',
      'access',
      'medical',
    ],
    asks: doctorAsks,
    page: () => import('../pages/doctor-console.page.tsx'),
  },
  {
    path: '/display/:hospitalId',
    layout: 'bare',
    guard: 'anyone',
    areas: ['screens', 'medical'],
    page: () => import('../pages/display.page.tsx'),
  },
  {
    path: '/kiosk/:hospitalId',
    layout: 'bare',
    guard: 'anyone',
    areas: ['screens'],
    page: () => import('../pages/kiosk.page.tsx'),
  },
  {
    path: '*',
    layout: 'public',
    guard: 'anyone',
    page: () => import('../pages/not-found.page.tsx'),
  },
];
