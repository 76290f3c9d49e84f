import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import { addFamily, familyMost } from '@baari/contract/patient/patient.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { FormProvider, useFieldArray, useForm } from 'react-hook-form';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useWrite } from '../../../api/use-write.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { takeIn } from '../../../live/queue-cache.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { announce } from '../actions/announcements.store.ts';
import { FamilyAdded } from './family-added.tsx';
import { emptyMember, type Family, type FamilyFields, familySchema } from './family-form.ts';
import { FamilyMemberFields } from './family-member.tsx';
import { FamilyPhone } from './family-phone.tsx';
import { lineMeant } from './line-fields.tsx';
import { useSeenAlike } from './use-seen-alike.ts';

const fewest = 2;

/**
 * The dialog to add two to five people who come together. If the server refuses some of them, each
 * refusal is shown separately [DESK-9].
 */
export function FamilyDialog({
  doctors,
  doctorId,
  onClose,
  onTicket,
}: {
  doctors: readonly Colleague[];
  doctorId?: string | undefined;
  onClose: () => void;
  onTicket: (entry: StaffEntry) => void;
}): ReactNode {
  const { receiving: t, common } = useMessages('receiving');
  const formId = useId();
  const to = lineMeant(doctors, doctorId);
  const { form, people, added, refused, check, write, send } = useFamily(to);
  const left = people.fields.length;
  /**
   * The minimum number of people in the form. It is one if family members were already added;
   * otherwise a family has at least two.
   */
  const leastRows = added.length > 0 ? 1 : fewest;

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !write.isPending && onClose()}
      size="large"
      title={t.familyTitle}
      description={t.familyLead}
      footer={
        <>
          <Button onClick={onClose}>{left === 0 ? common.close : common.cancel}</Button>
          {left > 0 && (
            <Button
              type="submit"
              form={formId}
              variant="primary"
              busy={write.isPending || check.isLooking}
              busyLabel={check.isLooking ? t.looking : t.adding}
            >
              {check.hasShown ? t.addAnew : t.addFamily(left)}
            </Button>
          )}
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => void form.handleSubmit(send)(event)}
        >
          <FamilyAdded entries={added} onTicket={onTicket} />
          {write.isError && <ProblemNotice problem={write.error} fallback={t.addFailed} />}
          {left > 0 && (
            <FamilyPhone
              onChoose={({ id, name }) => {
                const rows = form.getValues('people');
                const at = rows.findIndex((row) => row.patientId === '' && row.name.trim() === '');
                const row = { ...emptyMember(to), patientId: id, name };
                if (at !== -1) people.update(at, row);
                else if (rows.length < familyMost) people.append(row);
              }}
            />
          )}
          {people.fields.map((field, index) => (
            <FamilyMemberFields
              key={field.id}
              index={index}
              doctors={doctors}
              refused={refused[index]}
              onRemove={left > leastRows ? () => people.remove(index) : undefined}
              onAnother={() => people.update(index, emptyMember(to))}
              onKnown={({ id, name }) =>
                people.update(index, {
                  ...form.getValues(`people.${index}`),
                  patientId: id,
                  name,
                })
              }
            />
          ))}
          {left > 0 && added.length === 0 && left < familyMost && (
            <Button
              className="self-start"
              icon={<UserRoundPlus aria-hidden="true" />}
              onClick={() => people.append(emptyMember(to))}
            >
              {t.addPerson}
            </Button>
          )}
        </form>
      </FormProvider>
    </Dialog>
  );
}

/**
 * The people in the family form. People who were added leave the form; people whom the server
 * refused stay.
 */
function useFamily(to: string) {
  const { receiving: t } = useMessages('receiving');
  const [added, setAdded] = useState<readonly StaffEntry[]>([]);
  /** The error code of each person who is still in the form, in the order of the form. */
  const [refused, setRefused] = useState<readonly string[]>([]);
  const form = useForm<FamilyFields, unknown, Family>({
    resolver: zodResolver(familySchema),
    defaultValues: { phone: '', people: [emptyMember(to), emptyMember(to)] },
  });
  const people = useFieldArray({ control: form.control, name: 'people' });
  const check = useSeenAlike();
  const client = useQueryClient();
  const write = useWrite(addFamily, {
    onSuccess: ({ outcomes }) => {
      const entries = outcomes.flatMap(({ queue }) => (queue === null ? [] : [queue]));
      for (const entry of entries) takeIn(client, { type: 'queue_joined', data: entry });
      const rows = form.getValues('people');
      people.replace(rows.filter((_, at) => outcomes[at]?.queue === null));
      setRefused(outcomes.flatMap((each) => (each.refused === null ? [] : [each.refused])));
      setAdded((before) => [...before, ...entries]);
      announce(t.familyAdded(entries.length));
    },
  });
  async function send(given: Family): Promise<void> {
    if (!(await check.mayAdd(form.getValues()))) return;
    write.mutate({ body: given });
  }
  return { form, people, added, refused, check, write, send };
}
