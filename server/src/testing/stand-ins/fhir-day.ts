/** A day of a hospital with a resource of every FHIR type, for tests of FHIR. */
import { dayAt } from '../../schedule/calendar.rules.ts';
import { get, type TestApp } from '../test-app.ts';
import { givenReport } from '../test-bodies.ts';
import { makePerson, type TestPerson, type Town } from '../test-people.ts';
import { addTo, makeLine } from '../test-stops.ts';

/** A day: a request, places in each status, a visit of two stops, a booking and a report. */
export async function liveFhirDay(app: TestApp, town: Town) {
  const requestOf = async (patient: TestPerson): Promise<string> => {
    const body = { doctorId: town.doctorId, symptoms: 'secret symptoms' };
    return (await get(app, patient, 'requestPlace', { body })).queue.id;
  };
  const approved = async (patient: TestPerson): Promise<string> => {
    const id = await requestOf(patient);
    app.clock.advance(1000);
    await get(app, town.receptionist, 'approveRequest', { id, body: {} });
    return id;
  };
  const [pending, rejected, home, inside] = [
    await makePerson(app),
    await makePerson(app),
    await makePerson(app),
    await makePerson(app),
  ];
  const ids = {
    pending: await requestOf(pending),
    rejected: await requestOf(rejected),
    inside: await approved(inside),
    home: await approved(home),
  };
  await get(app, town.receptionist, 'rejectRequest', {
    id: ids.rejected,
    body: { reason: 'Full today' },
  });
  await get(app, town.receptionist, 'checkInEntry', { id: ids.inside });
  app.clock.advance(60_000);
  await get(app, town.doctor, 'startConsultation', { id: ids.inside });
  const laboratory = await makeLine(app, town.admin, { name: 'Laboratory' });
  const registration = await makeLine(app, town.admin, {
    name: 'Registration',
    kind: 'registration',
  });
  const first = await addTo(app, town.receptionist, registration.id);
  await get(app, town.admin, 'callNext', { id: registration.points[0]?.id ?? '' });
  app.clock.advance(60_000);
  const { queue: second } = await get(app, town.admin, 'sendOn', {
    id: first.id,
    body: { lineId: laboratory.id },
  });
  const date = Temporal.PlainDate.from(dayAt(app.clock.now(), 'Asia/Kolkata'))
    .add({ days: 3 })
    .toString();
  const { slots } = await get(app, undefined, 'getDoctorSlots', {
    id: town.doctorId,
    query: { date },
  });
  const { appointment } = await get(app, town.receptionist, 'bookForPatient', {
    body: {
      doctorId: town.doctorId,
      date,
      time: slots[0]?.time ?? '10:00',
      patient: { kind: 'new', name: 'Kamla Devi', phone: '+919876543210' },
    },
  });
  const { queue } = await get(app, town.admin, 'getEntry', { id: ids.inside });
  await get(app, town.admin, 'createReport', {
    body: givenReport(queue.patient.id, town.doctorId),
  });
  return { ...ids, first: first.id, second: second.id, booking: appointment.id, laboratory };
}
