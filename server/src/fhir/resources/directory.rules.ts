/** A hospital, its places and its doctors as FHIR resources. They show no patient [API-33]. */
import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import type {
  Address,
  CodeableConcept,
  ContactPoint,
  HealthcareService,
  Location,
  Organization,
  Practitioner,
  PractitionerRole,
  Schedule,
  Slot,
} from '../r4.rules.ts';
import { concept, present, referenceTo, roomId } from './resource.rules.ts';

export function organizationOf(hospital: Hospital): Organization {
  return present<Organization>({
    resourceType: 'Organization',
    id: hospital.id,
    active: true,
    type: [
      concept(
        'http://terminology.hl7.org/CodeSystem/organization-type',
        'prov',
        'Healthcare Provider',
      ),
    ],
    name: hospital.name,
    telecom: telecomOf(hospital),
    address: [addressOf(hospital)],
  });
}

function telecomOf({ phone, email, website }: Hospital): ContactPoint[] {
  const all: ContactPoint[] = [
    { system: 'phone', value: phone },
    { system: 'email', value: email },
    { system: 'url', value: website ?? '' },
  ];
  return all.filter(({ value }) => value !== undefined && value !== '');
}

function addressOf(hospital: Hospital) {
  const { address, city, state, zip_code: postalCode } = hospital;
  const known = (part: string) => (part === '' ? undefined : part);
  return present<Address>({
    text: [address, city, state, postalCode].filter((part) => part !== '').join(', '),
    line: address === '' ? undefined : [address],
    city: known(city),
    state: known(state),
    postalCode: known(postalCode),
  });
}

function physicalType(code: 'si' | 'area' | 'ro', display: string): CodeableConcept {
  return concept('http://terminology.hl7.org/CodeSystem/location-physical-type', code, display);
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly isActive?: boolean;
  readonly type: CodeableConcept;
  readonly partOf: string;
}

function placeOf(hospitalId: string, { id, name, type, partOf, isActive = true }: Place): Location {
  return {
    resourceType: 'Location',
    id,
    status: isActive ? 'active' : 'suspended',
    name,
    mode: 'instance',
    physicalType: type,
    managingOrganization: referenceTo('Organization', hospitalId),
    partOf: referenceTo('Location', partOf),
  };
}

export function siteLocation(hospital: Hospital): Location {
  const { latitude, longitude } = hospital;
  return present<Location>({
    resourceType: 'Location',
    id: hospital.id,
    status: 'active',
    name: hospital.name,
    mode: 'instance',
    telecom: telecomOf(hospital),
    address: addressOf(hospital),
    physicalType: physicalType('si', 'Site'),
    position: latitude === null || longitude === null ? undefined : { latitude, longitude },
    managingOrganization: referenceTo('Organization', hospital.id),
  });
}

/** The waiting area of a shared line, and its service points. */
export function lineLocations(hospitalId: string, line: SharedLine): Location[] {
  const area = placeOf(hospitalId, {
    id: line.id,
    name: line.name,
    isActive: line.isOpen,
    type: physicalType('area', 'Area'),
    partOf: hospitalId,
  });
  const points = line.points.map((point) =>
    placeOf(hospitalId, {
      id: point.id,
      name: point.name,
      isActive: point.state === 'open',
      type: physicalType('ro', 'Room'),
      partOf: line.id,
    }),
  );
  return [area, ...points];
}

/** The room of a doctor; nothing for a doctor without one. */
export function roomLocation(hospitalId: string, { id, room }: Colleague): Location[] {
  if (room === null) return [];
  const type = physicalType('ro', 'Room');
  return [placeOf(hospitalId, { id: roomId(id), name: room, type, partOf: hospitalId })];
}

export function departmentService(
  hospitalId: string,
  { id, name }: { readonly id: string; readonly name: string },
): HealthcareService {
  return {
    resourceType: 'HealthcareService',
    id,
    active: true,
    providedBy: referenceTo('Organization', hospitalId),
    name,
    appointmentRequired: false,
  };
}

export function lineService(hospitalId: string, line: SharedLine): HealthcareService {
  return present<HealthcareService>({
    resourceType: 'HealthcareService',
    id: line.id,
    active: line.isOpen,
    providedBy: referenceTo('Organization', hospitalId),
    type: [{ text: line.kind }],
    location: [referenceTo('Location', line.id, line.name)],
    name: line.name,
    appointmentRequired: false,
  });
}

export interface DoctorFacts {
  readonly doctor: Colleague;
  readonly isActive: boolean;
}

export function practitionerOf({ doctor, isActive }: DoctorFacts): Practitioner {
  return {
    resourceType: 'Practitioner',
    id: doctor.id,
    active: isActive,
    name: [{ text: doctor.name }],
  };
}

export function roleOf(
  hospitalId: string,
  { doctor, isActive }: DoctorFacts,
  departmentId: string,
): PractitionerRole {
  return present<PractitionerRole>({
    resourceType: 'PractitionerRole',
    id: doctor.id,
    active: isActive,
    practitioner: referenceTo('Practitioner', doctor.id, doctor.name),
    organization: referenceTo('Organization', hospitalId),
    specialty: doctor.specialty === '' ? undefined : [{ text: doctor.specialty }],
    location:
      doctor.room === null ? undefined : [referenceTo('Location', roomId(doctor.id), doctor.room)],
    healthcareService:
      doctor.department === ''
        ? undefined
        : [referenceTo('HealthcareService', departmentId, doctor.department)],
  });
}

/** A doctor or a shared line that can be booked. */
export interface Bookable {
  readonly id: string;
  readonly name: string;
  readonly isShared: boolean;
}

/** The schedule of a doctor or a shared line; `from` and `to` are instants. */
export function scheduleOf(
  { id, name, isShared }: Bookable,
  { from, to }: { readonly from: string; readonly to: string },
): Schedule {
  return {
    resourceType: 'Schedule',
    id,
    active: true,
    actor: [referenceTo(isShared ? 'HealthcareService' : 'Practitioner', id, name)],
    planningHorizon: { start: from, end: to },
  };
}

/** The id of a slot: its schedule, and the hospital's date and time. */
export function slotId(scheduleId: string, day: string, time: string): string {
  return `${scheduleId}.${day.replaceAll('-', '')}.${time.replace(':', '')}`;
}

/** The schedule of a slot's id; undefined for another text. */
export function scheduleOfSlot(id: string): string | undefined {
  return /^(?<schedule>[\da-f-]{36})\.\d{8}\.\d{4}$/u.exec(id)?.groups?.['schedule'];
}

/** A time that can be booked: free while one of its places is. */
export function slotOf(
  scheduleId: string,
  at: {
    readonly day: string;
    readonly time: string;
    readonly startsAt: Date;
    readonly minutes: number;
    readonly free: number;
  },
): Slot {
  const end = new Date(at.startsAt.getTime() + at.minutes * 60_000);
  return {
    resourceType: 'Slot',
    id: slotId(scheduleId, at.day, at.time),
    schedule: referenceTo('Schedule', scheduleId),
    status: at.free > 0 ? 'free' : 'busy',
    start: at.startsAt.toISOString(),
    end: end.toISOString(),
  };
}
