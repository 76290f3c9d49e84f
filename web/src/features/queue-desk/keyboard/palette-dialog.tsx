import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type DeskActionName, deskActionNames } from '@baari/contract/queue/queue-actions.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { knownPatientsQuery } from '../../../api/queries/appointment-queries.ts';
import { linesNamedQuery } from '../../../api/queries/line-queries.ts';
import { colleaguesNamedQuery } from '../../../api/queries/queries.ts';
import { actionTexts, type AnyActionTexts } from '../../../i18n/action-texts.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useMedicalName, useSpecialty } from '../../../i18n/use-medical-name.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { Palette } from '../../../ui/dialog/palette.tsx';
import type { PaletteItem } from '../../../ui/dialog/palette-order.ts';
import { useSettledText } from '../../../ui/form/use-settled-text.ts';
import { deskKeys, type PageCommand } from './desk-keys.ts';
import { isTicketAddress, matchesEntry, matchesWords, meantBy } from './palette.rules.ts';
import type { KnownPerson } from '../receiving/receive-dialog.tsx';
import { useColleagues, useSharedLines } from '../lists/use-queues.ts';
import { useVisitsOfDay } from '../day/use-today.ts';

/** Of the patients found as many are listed as fit without scrolling far. */
const patientsShown = 8;
const knownShown = 5;
/** Shorter, and a search would answer with half the day. */
const fewestLetters = 2;

export interface PaletteProps {
  readonly typed: string;
  /** Whether Enter was pressed before the window was there. */
  readonly isEntered: boolean;
  readonly onType: (text: string) => void;
  readonly hospitalId: string;
  /** Of this doctor alone. */
  readonly doctorId?: string | undefined;
  /** Who is on the desk already. */
  readonly entries: readonly StaffEntry[];
  /** What the desk can do here, besides with a patient. */
  readonly commands: readonly PageCommand[];
  /** On whom an action would act as the desk stands; undefined where it is not offered. */
  readonly targetOf: (name: DeskActionName) => StaffEntry | undefined;
  readonly onAction: (name: DeskActionName, entry: StaffEntry) => void;
  readonly onCommand: (command: PageCommand) => void;
  /** Shows a line, a doctor's or a shared one; absent where there is one alone. */
  readonly onDoctor?: ((doctorId: string) => void) | undefined;
  readonly onPatient: (entry: StaffEntry) => void;
  readonly onReceive: (patient: KnownPerson) => void;
  readonly onClose: () => void;
}

/** Finds patients, doctors, shared lines and everything that can be done from here, by typing [DESK-6]. */
export function PaletteDialog(props: PaletteProps): ReactNode {
  const { typed, onType, onClose, onPatient } = props;
  const { queueDesk } = useMessages('queueDesk');
  const found = useFound(props, typed.trim());
  const patients = usePatients(props, found.entries);
  const enterEarly = useEarlyEnter(typed.trim(), found, (entry) => {
    onClose();
    onPatient(entry);
  });
  const { isEntered } = props;
  const enterOnce = useEffectEvent(enterEarly);
  useEffect(() => {
    if (isEntered) enterOnce();
  }, [isEntered]);
  const known = useKnown(props, typed.trim(), found);
  const doctors = useDoctors(props, typed.trim());
  const lines = useLines(props, typed.trim());
  const actions = useActions(props, typed.trim());

  /** The window goes first: what is chosen may open one of its own. */
  function closing({ onChoose, ...item }: PaletteItem): PaletteItem {
    return {
      ...item,
      onChoose: () => {
        onClose();
        onChoose();
      },
    };
  }
  return (
    <Palette
      title={queueDesk.palette}
      label={queueDesk.paletteSearch}
      empty={queueDesk.paletteEmpty}
      typed={typed}
      onType={onType}
      groups={[
        { label: queueDesk.palettePatients, items: patients.map(closing) },
        { label: queueDesk.paletteKnown, items: known.map(closing) },
        { label: queueDesk.paletteDoctors, items: doctors.map(closing) },
        { label: queueDesk.nav.lines, items: lines.map(closing) },
        { label: queueDesk.paletteActions, items: actions.map(closing) },
      ]}
      onEnterEarly={enterEarly}
      onClose={onClose}
    />
  );
}

interface Found {
  readonly entries: readonly StaffEntry[];
  /** Whether all of today has been looked through for what is typed now. */
  readonly isWhole: boolean;
  /** The same, or it could not be: nobody more comes. */
  readonly isLast: boolean;
  /** Looks at once, where typing has not paused yet. */
  readonly lookNow: () => void;
}

/** Those on the desk and, once typing pauses, all of today. */
function useFound({ hospitalId, doctorId, entries }: PaletteProps, typed: string): Found {
  const [search, lookNow] = useSearch(typed);
  const { query, visits = [] } = useVisitsOfDay(hospitalId, search, doctorId);
  if (typed === '') return { entries: [], isWhole: false, isLast: false, lookNow };
  const here = entries.filter((entry) => matchesEntry(typed, entry));
  const known = new Set(here.map(({ id }) => id));
  const others = search === typed ? visits.filter(({ id }) => !known.has(id)) : [];
  const isAnswered = search === typed && !query.isPending && !query.isPlaceholderData;
  const isWhole = isAnswered && query.isSuccess;
  return { entries: [...here, ...others], isWhole, isLast: isAnswered, lookNow };
}

/**
 * Enter was pressed before anybody was found, as a scanner does: whoever is meant is chosen once the answer is
 * there, unless something else has been typed.
 */
function useEarlyEnter(
  typed: string,
  { entries, isWhole, lookNow }: Found,
  onMeant: (entry: StaffEntry) => void,
): () => void {
  const entered = useRef<string>(undefined);
  const goOn = useEffectEvent((text: string) => {
    if (entered.current !== text) return;
    entered.current = undefined;
    const meant = meantBy(text, entries);
    if (meant !== undefined) onMeant(meant);
  });
  useEffect(() => {
    if (isWhole) goOn(typed);
  }, [isWhole, typed]);
  return () => {
    if (isWhole) return;
    entered.current = typed;
    lookNow();
  };
}

function usePatients({ onPatient }: PaletteProps, found: readonly StaffEntry[]): PaletteItem[] {
  const { queueDesk, ui } = useMessages('queueDesk');
  return found.slice(0, patientsShown).map((entry) => {
    const { id, patient, token, doctor, status, position } = entry;
    const state = position > 0 ? queueDesk.place(position) : ui.statuses[status];
    return {
      id: `patient ${id}`,
      label: patient.fullName,
      detail: [token, state, doctor.name].filter((part) => part !== null).join(' · '),
      onChoose: () => onPatient(entry),
    };
  });
}

/** What is looked for on the server, once typing pauses; blank for too little. */
function useSearch(typed: string): readonly [search: string, lookNow: () => void] {
  const [search, setSearch] = useState('');
  const [, settle] = useSettledText(search, setSearch);
  const [asked, setAsked] = useState('');
  if (asked !== typed) {
    setAsked(typed);
    settle(typed.length < fewestLetters ? '' : typed);
  }
  return [search, () => setSearch(typed)];
}

/**
 * Whoever the hospital knows and is in no line today, to be put in one [DESK-8]; listed once it is known who
 * is, so that Enter of a hurried hand puts nobody in a line who stands in one.
 */
function useKnown(
  { entries, onReceive }: PaletteProps,
  typed: string,
  found: Found,
): PaletteItem[] {
  const { people } = useMessages('people');
  const [search] = useSearch(isTicketAddress(typed) ? '' : typed);
  const { data } = useQuery(knownPatientsQuery(search));
  if (data === undefined || search !== typed || !found.isLast) return [];
  const inLine = found.entries.filter(({ endedAt }) => endedAt === null);
  const here = new Set([...entries, ...inLine].map(({ patient }) => patient.id));
  return data
    .filter(({ id }) => !here.has(id))
    .slice(0, knownShown)
    .map(({ id, name, phone, through }) => ({
      id: `known ${id}`,
      label: name,
      detail: [phone, through === null ? null : people.through(through)]
        .filter((part) => part !== null)
        .join(' · '),
      onChoose: () => onReceive({ id, name }),
    }));
}

function useDoctors({ onDoctor }: PaletteProps, typed: string): PaletteItem[] {
  const specialtyOf = useSpecialty();
  const { doctors = [] } = useColleagues();
  const [search] = useSearch(onDoctor === undefined || isTicketAddress(typed) ? '' : typed);
  // Whoever types in another script than a name is written in finds it by its sound, once typing pauses.
  const { data: named = [] } = useQuery({
    ...colleaguesNamedQuery(search),
    enabled: search !== '',
  });
  if (onDoctor === undefined || typed === '') return [];
  const alike = new Set(search === typed ? named : []);
  return doctors
    .map((doctor) => ({ doctor, specialty: specialtyOf(doctor) }))
    .filter(
      ({ doctor, specialty }) =>
        alike.has(doctor.id) || matchesWords(typed, `${doctor.name} ${specialty}`),
    )
    .map(({ doctor, specialty }) => ({
      id: `doctor ${doctor.id}`,
      label: doctor.name,
      detail: specialty,
      onChoose: () => onDoctor(doctor.id),
    }));
}

/** The shared ones; found by their sound as doctors are. */
function useLines({ onDoctor }: PaletteProps, typed: string): PaletteItem[] {
  const medicalName = useMedicalName();
  const { data: lines = [] } = useSharedLines();
  const [search] = useSearch(onDoctor === undefined || isTicketAddress(typed) ? '' : typed);
  const { data: named = [] } = useQuery({ ...linesNamedQuery(search), enabled: search !== '' });
  if (onDoctor === undefined || typed === '') return [];
  const alike = new Set(search === typed ? named : []);
  return lines
    .map(({ id, name, department }) => ({
      id,
      name,
      detail: department === null || department === name ? '' : medicalName(department),
    }))
    .filter(({ id, name, detail }) => alike.has(id) || matchesWords(typed, `${name} ${detail}`))
    .map(({ id, name, detail }) => ({
      id: `line ${id}`,
      label: name,
      detail: detail === '' ? undefined : detail,
      onChoose: () => onDoctor(id),
    }));
}

/** Whatever the desk can do with the selected patient, and with itself. */
function useActions(props: PaletteProps, typed: string): PaletteItem[] {
  const { queueDesk } = useMessages('queueDesk');
  const { commands, targetOf, onAction, onCommand } = props;
  const ofPatient = deskActionNames.flatMap((name) => {
    const target = targetOf(name);
    if (target === undefined) return [];
    const texts: AnyActionTexts = actionTexts(queueDesk)[name];
    return {
      id: `action ${name}`,
      label: texts.key ?? texts.label,
      detail: target.patient.fullName,
      end: keyOf(name),
      onChoose: () => onAction(name, target),
    };
  });
  const ofPage = commands.map((command) => ({
    id: `command ${command}`,
    label: command === 'help' ? queueDesk.shortcuts : queueDesk.keys[command],
    end: keyOf(command),
    onChoose: () => onCommand(command),
  }));
  return [...ofPatient, ...ofPage].filter(({ label }) => matchesWords(typed, label));
}

function keyOf(command: string): ReactNode {
  const key = deskKeys.find(([, each]) => each === command)?.[0];
  return key === undefined ? undefined : <Kbd>{key}</Kbd>;
}
