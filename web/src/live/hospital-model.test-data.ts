/**
 * A model of a small hospital for tests: it changes as the server does, and emits each change as
 * one event.
 */
import type { EntryEventType } from '@baari/contract/constants.ts';
import { isAway, placeOnReturn, settled } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { DoctorQueue } from './queue-cache.reducer.ts';
import { queueDoctor, queueEntry, queuePatient } from './queue-entry.test-data.ts';

export const commands = [
  'request',
  'approve',
  'reject',
  'start',
  'complete',
  'noShow',
  'leave',
  'remove',
  'up',
  'down',
  'first',
  'hold',
  'back',
  'note',
] as const;

export interface Command {
  readonly name: (typeof commands)[number];
  readonly doctor: number;
  /** Selects which of the possible queue entries the command changes. */
  readonly pick: number;
}

/** A live event as the hospital's staff receive it. */
export interface StaffEvent {
  readonly type: EntryEventType;
  readonly data: StaffEntry;
}

const hospitalId = 'hospital';

export function makeEntry(id: string, doctorId: string, minute: number): StaffEntry {
  return queueEntry({
    id,
    joinedAt: new Date(Date.UTC(2026, 2, 12, 5, minute)).toISOString(),
    patient: queuePatient(id),
    doctor: queueDoctor(doctorId, hospitalId),
    hospital: {
      id: hospitalId,
      name: 'City',
      timeZone: 'Asia/Kolkata',
      standing: 'confirmed',
      opening: null,
    },
  });
}

/** The server's part of the model of a small hospital. */
export class HospitalModel {
  readonly doctors = ['d1', 'd2'] as const;
  entries: StaffEntry[] = [];
  versions = new Map<string, number>();

  /** Runs a command and returns its event; undefined if the command is not allowed now. */
  run(command: Command): StaffEvent | undefined {
    const doctor = this.doctors[command.doctor % this.doctors.length] ?? 'd1';
    if (command.name === 'request') return this.request(doctor);
    const target = this.target(command, doctor);
    return target && this.change(command.name, target);
  }

  queueOf(doctor: string): DoctorQueue {
    const version = this.versions.get(doctor) ?? 0;
    const running = this.of(doctor, 'in_progress');
    const line = this.lineOf(doctor);
    return {
      queue: [...running, ...line].map((entry) => ({ ...entry, queueVersion: version })),
      dayEndsAt: '2026-03-12T18:30:00.000Z',
      stats: {
        totalWaiting: line.length,
        totalInProgress: running.length,
        totalCompleted: this.of(doctor, 'completed').length,
      },
      queueVersion: version,
    };
  }

  waiting(): StaffEntry[] {
    return this.doctors.flatMap((doctor) => this.seen(this.lineOf(doctor)));
  }

  pending(): StaffEntry[] {
    return this.seen(this.entries.filter((entry) => entry.status === 'pending_approval'));
  }

  private request(doctor: string): StaffEvent {
    const entry = makeEntry(`e${this.entries.length}`, doctor, this.entries.length);
    this.entries.push(entry);
    return this.event('queue_requested', entry);
  }

  private target({ name, pick }: Command, doctor: string): StaffEntry | undefined {
    const line = this.lineOf(doctor);
    const pending = this.of(doctor, 'pending_approval');
    const running = this.of(doctor, 'in_progress');
    const choices = {
      request: [],
      approve: pending,
      reject: pending,
      start: running.length === 0 ? line.slice(0, 1) : [],
      complete: running,
      noShow: [...line, ...running],
      leave: [...pending, ...line],
      remove: line,
      up: line.slice(1),
      down: line.slice(0, -1),
      first: line.slice(1),
      hold: [...running, ...line.filter((entry) => entry.position === 1 || isAway(entry))],
      back: line.filter(isAway),
      note: line,
    }[name];
    return choices[pick % Math.max(1, choices.length)];
  }

  private change(name: Exclude<Command['name'], 'request'>, entry: StaffEntry): StaffEvent {
    switch (name) {
      case 'approve':
        return this.put('queue_approved', entry, 'waiting', this.lineOf(entry.doctor.id).length);
      case 'reject':
        return this.put('queue_rejected', entry, 'rejected');
      case 'start':
        return this.put('queue_updated', entry, 'in_progress');
      case 'complete':
        return this.put('queue_updated', entry, 'completed');
      case 'noShow':
        return this.put('queue_updated', entry, 'no_show');
      case 'leave':
      case 'remove':
        return this.put('queue_left', entry, 'cancelled');
      case 'up':
        return this.put('position_changed', entry, 'waiting', entry.position - 2);
      case 'down':
        return this.put('position_changed', entry, 'waiting', entry.position);
      case 'first':
        return this.put('position_changed', entry, 'waiting', 0);
      case 'hold':
        return this.put('queue_updated', onHold(entry), 'waiting', Math.max(0, entry.position - 1));
      case 'back': {
        const place = placeOnReturn(this.lineOf(entry.doctor.id));
        return this.put('position_changed', back(entry), 'waiting', place - 1);
      }
      case 'note':
        return this.put('queue_updated', { ...entry, notes: 'x' }, 'waiting', entry.position - 1);
    }
  }

  private put(
    type: EntryEventType,
    entry: StaffEntry,
    status: StaffEntry['status'],
    index = 0,
  ): StaffEvent {
    const doctor = entry.doctor.id;
    const others = this.lineOf(doctor).filter((other) => other.id !== entry.id);
    const changed = { ...entry, status, position: 0 };
    const line = settled(status === 'waiting' ? others.toSpliced(index, 0, changed) : others);
    const placed = line.map((other, place) => ({ ...other, position: place + 1 }));
    const after = placed.find((other) => other.id === entry.id) ?? changed;
    this.entries = this.entries.map(
      (other) => [after, ...placed].find(({ id }) => id === other.id) ?? other,
    );
    return this.event(type, after);
  }

  private event(type: EntryEventType, entry: StaffEntry): StaffEvent {
    const version = (this.versions.get(entry.doctor.id) ?? 0) + 1;
    this.versions.set(entry.doctor.id, version);
    return { type, data: { ...entry, queueVersion: version } };
  }

  private lineOf(doctor: string): StaffEntry[] {
    return this.of(doctor, 'waiting').toSorted((a, b) => a.position - b.position);
  }

  private of(doctor: string, status: StaffEntry['status']): StaffEntry[] {
    return this.entries.filter((entry) => entry.doctor.id === doctor && entry.status === status);
  }

  private seen(entries: StaffEntry[]): StaffEntry[] {
    return entries.map((entry) => ({
      ...entry,
      queueVersion: this.versions.get(entry.doctor.id) ?? 0,
    }));
  }
}

function onHold(entry: StaffEntry): StaffEntry {
  const calls = (entry.hold?.calls ?? 0) + 1;
  return { ...entry, hold: { calledAt: entry.joinedAt, calls, backAt: null } };
}

function back(entry: StaffEntry): StaffEntry {
  return { ...entry, hold: entry.hold && { ...entry.hold, backAt: entry.joinedAt } };
}
