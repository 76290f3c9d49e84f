import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { type OwnRating, rateVisit, ratingGiven } from '@baari/contract/doctor/rating.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { doctorLists, hospitalRoot, ownRatingsQuery } from '../../../api/queries/queries.ts';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { StarField } from './star-field.tsx';
import type { VisitStops } from './visit-stops.ts';

/**
 * The dialog in which a patient gives stars and an optional comment. An earlier rating of the visit
 * is filled in [ENT-4].
 */
export function RatingDialog({
  entry,
  stops,
  given,
  open,
  onOpenChange,
}: {
  entry: PatientEntry;
  stops: VisitStops;
  given: OwnRating | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { pastVisit: t } = useMessages('pastVisit');
  const problemText = useProblemText();
  const formId = useId();
  const stars = useRef<HTMLInputElement>(null);
  const rate = useRate(entry.hospital.timeZone, stops);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => onOpenChange(next || rate.isPending)}
      title={t.rateTitle(entry.doctor.name)}
      description={t.rateLead}
      // The stars get the focus. The comment is optional, and focusing its field would open a
      // phone's keyboard.
      initialFocus={stars}
      footer={
        <>
          <Button onClick={() => onOpenChange(rate.isPending)}>{t.rateCancel}</Button>
          <Button variant="primary" type="submit" form={formId} busy={rate.isPending}>
            {t.sendRating}
          </Button>
        </>
      }
    >
      <RatingForm
        formId={formId}
        focusRef={stars}
        given={given}
        problem={rate.isError ? problemText(rate.error, t.rateFailed) : undefined}
        onSubmit={(body) =>
          rate.mutate({ params: { id: entry.id }, body }, { onSuccess: () => onOpenChange(false) })
        }
      />
    </Dialog>
  );
}

interface Typed {
  /** The number of stars that the patient has chosen; 0 until one is chosen. */
  readonly stars: number;
  readonly words?: string | undefined;
}

/** The fields of a rating. The stars get `focusRef`. */
export function RatingForm({
  formId,
  focusRef,
  given,
  problem,
  onSubmit,
}: {
  formId: string;
  focusRef: RefObject<HTMLInputElement | null>;
  given: OwnRating | undefined;
  problem: string | undefined;
  onSubmit: (rating: { stars: number; words: string }) => void;
}): ReactNode {
  const { pastVisit: t, common } = useMessages('pastVisit');
  const form = useForm<Typed, unknown, Typed>({
    resolver: zodResolver(ratingGiven),
    defaultValues: { stars: given?.stars ?? 0, words: given?.words ?? '' },
  });
  const { control, handleSubmit, formState } = form;
  const bind = useBoundField(form);
  const { errors } = formState;
  return (
    <form
      id={formId}
      noValidate
      className="flex flex-col gap-5 pt-1"
      onSubmit={(event) =>
        void handleSubmit(({ stars, words = '' }) => onSubmit({ stars, words }))(event)
      }
    >
      <Controller
        control={control}
        name="stars"
        render={({ field }) => (
          <StarField
            value={field.value}
            onChange={field.onChange}
            error={errors.stars && t.chooseStars}
            focusRef={focusRef}
          />
        )}
      />
      <TextArea
        label={t.ratingWords}
        labelNote={common.optional}
        hint={t.ratingWordsHint}
        autoCapitalize="sentences"
        {...bind('words')}
      />
      {problem && <Notice tone="warning">{problem}</Notice>}
    </form>
  );
}

/**
 * Saves the rating and shows it at once (optimistic update). The ratings on the doctors' cards are
 * fetched again.
 */
export function useRate(zone: string, stops: VisitStops) {
  const { pastVisit: t } = useMessages('pastVisit');
  const format = useFormat();
  const client = useQueryClient();
  const own = ownRatingsQuery().queryKey;
  return useWrite(rateVisit, {
    onSuccess: ({ rating }) => {
      client.setQueryData(own, (ratings = []) => [
        rating,
        ...ratings.filter(({ entryId }) => !stops.some(({ id }) => id === entryId)),
      ]);
      void client.invalidateQueries({ queryKey: doctorLists });
      void client.invalidateQueries({ queryKey: hospitalRoot });
      toast({
        type: 'success',
        title: t.ratedTitle,
        message: t.ratedMessage(format.date(rating.changeableUntil, zone)),
      });
    },
  });
}
