import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type DeskActionName, deskActionNames } from '@baari/contract/queue/queue-actions.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { knownPatientsQuery } from '../../../api/queries/appointment-queries.ts';
import { linesNamedQuery } from '../../../api/queries/line-queries.ts';
import { colleaguesNamedQuery } from '../../../api/queries/staff-queries.ts';
import { actionTexts, type AnyActionTexts } from '../../../i18n/action-texts.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useMedicalName, useSpecialty } from '../../../i18n/use-medical-name.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { Palette } from '../../../ui/dialog/palette.tsx';
import type { PaletteItem } from '../../../ui/dialog/palette-order.ts';
import { useSettledText } from '../../../ui/form/use-settled-text.ts';
import { deskKeys, type PageCommand } from './desk-keys.ts';
import { isTicketAddress, matchesEntry, matchesWords, meantBy } from './palette.rules.ts';
import type { KnownPerson } from '../receiving/receive-values.ts';
import { useColleagues, useSharedLines } from '../lists/use-queues.ts';
import { useVisitsOfDay } from '../day/use-today.ts';

/** The maximum number of patients listed in the palette, so that users need not scroll much. */
const patientsShown = 8;
const knownShown = 5;
/** The minimum number of letters of a search. Fewer letters would match half of today's visits. */
const fewestLetters = 2;

export interface PaletteProps {
  readonly typed: string;
  /** Whether the user pressed Enter before the dialog had loaded. */
  readonly isEntered: boolean;
  readonly onType: (text: string) => void;
  readonly hospitalId: string;
  /** If given, the results contain only entries of this doctor. */
  readonly doctorId?: string | undefined;
  /** The queue entries that the desk has already loaded. */
  readonly entries: readonly StaffEntry[];
  /** The desk's commands that apply to no patient. */
  readonly commands: readonly PageCommand[];
  /**
   * Returns the queue entry to which an action would apply now. Undefined if the action is not
   * possible.
   */
  readonly targetOf: (name: DeskActionName) => StaffEntry | undefined;
  readonly onAction: (name: DeskActionName, entry: StaffEntry) => void;
  readonly onCommand: (command: PageCommand) => void;
  /**
   * Shows the line of a doctor or a shared line. Undefined if the page has only one line of
   * patients.
   */
  readonly onDoctor?: ((doctorId: string) => void) | undefined;
  readonly onPatient: (entry: StaffEntry) => void;
  readonly onReceive: (patient: KnownPerson) => void;
  readonly onClose: () => void;
}

/**
 * The dialog that finds patients, doctors, shared lines and actions while the user types [DESK-6].
 */
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

  /**
   * Returns the palette item with a changed effect: it closes the palette first, because choosing
   * it may open another dialog.
   */
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
  /** Whether the server has searched all of today's visits for the typed text. */
  readonly isWhole: boolean;
  /** Whether the search is complete or has failed. No further results then follow. */
  readonly isLast: boolean;
  /** Starts the search at once, without waiting for a pause in typing. */
  readonly lookNow: () => void;
}

/**
 * Returns matching queue entries that the desk has loaded. After a pause in typing, it adds those
 * that the server finds among today's visits.
 */
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
 * Remembers an Enter that comes before the first result, for example from a barcode scanner. The
 * result is chosen when the server responds, unless the text has changed.
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

/**
 * Returns the search text for the server after a pause in typing. Empty if the text is too short.
 */
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
 * Known patients who are in no line today and can be added to one [DESK-8]. They are listed only
 * after today's entries have loaded, so that a fast Enter does not add a waiting patient twice.
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
  // After a pause in typing, the server searches for names in another script by their sound.
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

/**
 * Returns the shared lines that match the search. As for doctors, names in another script match by
 * their sound.
 */
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

/** The desk's actions on the selected patient, and the desk's commands that apply to no patient. */
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
