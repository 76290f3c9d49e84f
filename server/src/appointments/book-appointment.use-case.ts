import type { Appointment } from '@baari/contract/appointment.ts';
import type { AppointmentTime } from '@baari/contract/constants.ts';
import { choosePerson } from '../people/choose-person.ts';
import type { PatientContext } from '../platform/context.ts';
import { lockDoctor } from '../platform/doctor-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { mayBook } from './appointment.rules.ts';
import { findAppointment, findDoctorToBook, insertAppointment } from './appointments.store.ts';
import { appointmentView, availabilityOf } from './appointments.view.ts';
import { tellOfBooking } from './tell-patient.ts';

export interface BookingWish {
  readonly doctorId: string;
  readonly date: string;
  readonly time: AppointmentTime;
  /** For whom; the own person unless told. */
  readonly patientId?: string | undefined;
}

/** Books an offered time; under the doctor's lock, so that nobody books one who has just gone [APPT-1]. */
export async function bookAppointment(
  context: PatientContext,
  wish: BookingWish,
  publicUrl: string,
): Promise<Result<{ appointment: Appointment }>> {
  const { actor } = context;
  return context.db.transaction(async (tx) => {
    await lockDoctor(tx, wish.doctorId);
    const doctor = await findDoctorToBook(tx, wish.doctorId);
    if (doctor === undefined || doctor.deactivated_at !== null) return refuse('not_found');
    const person = await choosePerson(tx, actor, wish.patientId);
    if (!person.ok) return person;
    const now = context.clock.now();
    const offered = mayBook(
      { day: wish.date, time: wish.time },
      doctor.status,
      availabilityOf(doctor),
      now,
    );
    if (!offered.ok) return offered;
    const id = await insertAppointment(tx, {
      hospitalId: doctor.hospital_id,
      doctorId: doctor.id,
      patientId: person.value,
      date: wish.date,
      time: wish.time,
      startsAt: offered.value.startsAt,
      bookedAt: now,
    });
    if (!id.ok) return id;
    const row = await findAppointment(tx, id.value);
    if (row === undefined) throw new Error('The appointment just written cannot be read.');
    await tellOfBooking(tx, row, publicUrl, now);
    return ok({ appointment: appointmentView(row, now) });
  });
}
