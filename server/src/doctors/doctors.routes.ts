/** Maps endpoints to use cases [API-20, API-21, API-25, ROUTE-16]. */
import * as doctor from '@baari/contract/doctor/doctor.ts';
import * as photo from '@baari/contract/doctor/photo.ts';
import * as profile from '@baari/contract/doctor/doctor-profile.ts';
import * as settings from '@baari/contract/doctor/doctor-settings.ts';
import * as schedule from '@baari/contract/hospital/schedule.ts';
import type { BodyOf } from '@baari/contract/endpoint.ts';
import type { Route } from '../platform/http/route.ts';
import { addDoctor } from './add-doctor.use-case.ts';
import { getPhoto, removeDoctorPhoto, setDoctorPhoto } from './photo/doctor-photo.use-case.ts';
import {
  getDoctor,
  listColleagues,
  listFormerColleagues,
  listHospitalDoctors,
} from './doctors.query.ts';
import {
  type DoctorTies,
  deactivateDoctor,
  editDoctor,
  reactivateDoctor,
} from './edit-doctor.use-case.ts';
import type { LeavingDecision } from './leaving/leaving.rules.ts';
import {
  getDoctorProfile,
  getOwnSettings,
  saveOwnProfile,
  saveOwnSettings,
} from './settings/own-settings.use-case.ts';
import { renameDepartment } from './rename-department.use-case.ts';
import { addDayOff, removeDayOff, saveSchedule } from './save-schedule.use-case.ts';
import { getSchedule } from './schedule.query.ts';
import { setDoctorRoom } from './set-doctor-room.use-case.ts';
import { setDoctorStatus } from './presence/set-doctor-status.use-case.ts';

export function mountDoctors(route: Route, ties: DoctorTies): void {
  route(doctor.listHospitalDoctors, ({ context, params, query }) =>
    listHospitalDoctors(context, params.id, query),
  );
  route(doctor.getDoctor, ({ context, params }) => getDoctor(context, params.id));
  route(doctor.listColleagues, ({ context, query }) => listColleagues(context, query));
  route(doctor.addDoctor, ({ context, body }) => addDoctor(context, body, ties.invite));
  route(doctor.setDoctorStatus, ({ context, params, body }) =>
    setDoctorStatus(context, params.id, body, ties.reassignPatients),
  );
  route(doctor.setDoctorRoom, ({ context, params, body }) =>
    setDoctorRoom(context, params.id, body.room),
  );
  route(doctor.listFormerColleagues, ({ context, query }) => listFormerColleagues(context, query));
  route(doctor.editDoctor, ({ context, params, body }) =>
    editDoctor(context, params.id, body, ties),
  );
  route(doctor.deactivateDoctor, ({ context, params, body }) =>
    deactivateDoctor(context, params.id, decisionIn(body), ties),
  );
  route(doctor.reactivateDoctor, ({ context, params }) =>
    reactivateDoctor(context, params.id, ties),
  );
  route(doctor.renameDepartment, ({ context, body }) => renameDepartment(context, body));
  route(photo.setDoctorPhoto, ({ context, params, file }) =>
    setDoctorPhoto(context, params.id, file),
  );
  route(photo.removeDoctorPhoto, ({ context, params }) => removeDoctorPhoto(context, params.id));
  route(photo.getPhoto, ({ context, params }) => getPhoto(context, params.id));
  route(profile.getDoctorProfile, ({ context, params }) => getDoctorProfile(context, params.id));
  route(profile.saveDoctorProfile, ({ context, body }) => saveOwnProfile(context, body));
  route(settings.getDoctorSettings, ({ context }) => getOwnSettings(context));
  route(settings.saveDoctorSettings, ({ context, body }) => saveOwnSettings(context, body));
  route(schedule.getSchedule, ({ context, params }) => getSchedule(context, params.id));
  route(schedule.saveSchedule, ({ context, params, body }) =>
    saveSchedule(context, params.id, body, ties.holdNewTimes),
  );
  route(schedule.addDayOff, ({ context, params, body }) => addDayOff(context, params.id, body));
  route(schedule.removeDayOff, ({ context, params }) =>
    removeDayOff(context, params.id, ties.holdNewTimes),
  );
}

function decisionIn({
  keepAppointments,
  patients,
}: BodyOf<typeof doctor.deactivateDoctor>): LeavingDecision {
  return { patients, appointments: keepAppointments ? 'kept' : 'none' };
}
