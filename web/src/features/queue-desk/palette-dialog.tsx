import type { StaffEntry } from '@baari/contract/queue.ts';
import { type DeskActionName, deskActionNames } from '@baari/contract/queue-actions.ts';
import { type ReactNode, useState } from 'react';
import type { AnyActionTexts } from '../../i18n/action-texts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { Palette, type PaletteItem } from '../../ui/palette.tsx';
import { useSettledText } from '../../ui/use-settled-text.ts';
import { deskKeys, type PageCommand } from './desk-keys.ts';
import { matchesEntry, matchesWords } from './palette.rules.ts';
import { useColleagues } from './use-queues.ts';
import { useVisitsOfDay } from './use-today.ts';

/** Of the patients found as many are listed as fit without scrolling far. */
const patientsShown = 8;
/** Shorter, and a search would answer with half the day. */
const fewestLetters = 2;

export interface PaletteProps {
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
  /** Shows a doctor's line; absent where there is one alone. */
  readonly onDoctor?: ((doctorId: string) => void) | undefined;
  readonly onPatient: (entry: StaffEntry) => void;
  readonly onClose: () => void;
}

/** Finds patients, doctors and everything that can be done from here, by typing [DESK-6]. */
export function PaletteDialog(props: PaletteProps): ReactNode {
  const { onClose } = props;
  const { queueDesk } = useMessages('queueDesk');
  const [typed, setTyped] = useState('');
  const patients = usePatients(props, typed.trim());
  const doctors = useDoctors(props, typed.trim());
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
      onType={setTyped}
      groups={[
        { label: queueDesk.palettePatients, items: patients.map(closing) },
        { label: queueDesk.paletteDoctors, items: doctors.map(closing) },
        { label: queueDesk.paletteActions, items: actions.map(closing) },
      ]}
      onClose={onClose}
    />
  );
}

/** Those on the desk and, once typing pauses, all of today. */
function usePatients(
  { hospitalId, doctorId, entries, onPatient }: PaletteProps,
  typed: string,
): PaletteItem[] {
  const { queueDesk, ui } = useMessages('queueDesk');
  const [search, setSearch] = useState('');
  const [, settle] = useSettledText(search, setSearch);
  const [asked, setAsked] = useState('');
  if (asked !== typed) {
    setAsked(typed);
    settle(typed.length < fewestLetters ? '' : typed);
  }
  const { visits = [] } = useVisitsOfDay(hospitalId, search, doctorId);
  if (typed === '') return [];
  const here = entries.filter((entry) => matchesEntry(typed, entry));
  const known = new Set(here.map(({ id }) => id));
  const others = search === typed ? visits.filter(({ id }) => !known.has(id)) : [];
  return [...here, ...others].slice(0, patientsShown).map((entry) => {
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

function useDoctors({ onDoctor }: PaletteProps, typed: string): PaletteItem[] {
  const medicalName = useMedicalName();
  const { doctors = [] } = useColleagues();
  if (onDoctor === undefined || typed === '') return [];
  return doctors
    .map((doctor) => ({ doctor, specialty: medicalName(doctor.specialty) }))
    .filter(({ doctor, specialty }) => matchesWords(typed, `${doctor.name} ${specialty}`))
    .map(({ doctor, specialty }) => ({
      id: `doctor ${doctor.id}`,
      label: doctor.name,
      detail: specialty,
      onChoose: () => onDoctor(doctor.id),
    }));
}

/** Whatever the desk can do with the selected patient, and with itself. */
function useActions(props: PaletteProps, typed: string): PaletteItem[] {
  const { queueDesk } = useMessages('queueDesk');
  const { commands, targetOf, onAction, onCommand } = props;
  const ofPatient = deskActionNames.flatMap((name) => {
    const target = targetOf(name);
    if (target === undefined) return [];
    const texts: AnyActionTexts = queueDesk.actions[name];
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
    label: queueDesk.keys[command],
    end: keyOf(command),
    onChoose: () => onCommand(command),
  }));
  return [...ofPatient, ...ofPage].filter(({ label }) => matchesWords(typed, label));
}

function keyOf(command: string): ReactNode {
  const key = deskKeys.find(([, each]) => each === command)?.[0];
  return key === undefined ? undefined : <Kbd>{key}</Kbd>;
}
