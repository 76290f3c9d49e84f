import { ratingStars } from '@baari/contract/doctor/rating.ts';
import { Star } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { errorId, FieldNotes } from '../../../ui/form/field.tsx';

type Stars = (typeof ratingStars)[number];

/**
 * A field for one to five stars. It consists of radio buttons for keyboard and screen reader, shown
 * as a row of stars.
 */
export function StarField({
  value,
  onChange,
  error,
  focusRef,
}: {
  /** The number of stars that the patient has chosen; 0 until one is chosen. */
  value: number;
  onChange: (stars: Stars) => void;
  error: string | undefined;
  /** A reference to the radio button of the first star, which gets the focus. */
  focusRef: RefObject<HTMLInputElement | null>;
}): ReactNode {
  const { pastVisit: t } = useMessages('pastVisit');
  const id = useId();
  const [pointed, setPointed] = useState<Stars>();
  const lit = pointed ?? value;
  const named = ratingStars.find((stars) => stars === lit);
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-1.5"
      aria-describedby={error ? errorId(id) : undefined}
    >
      <legend className="mb-1.5 text-sm font-semibold text-ink">{t.stars}</legend>
      <div className="-ms-2 flex" onPointerLeave={() => setPointed(undefined)}>
        {ratingStars.map((stars) => (
          <label
            key={stars}
            className="relative grid size-12 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-primary"
            onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(stars)}
          >
            <input
              ref={stars === (value === 0 ? ratingStars[0] : value) ? focusRef : undefined}
              type="radio"
              name={id}
              value={stars}
              required
              checked={value === stars}
              onChange={() => onChange(stars)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control focus-visible:outline-none"
            />
            <Star
              aria-hidden="true"
              strokeWidth={1.75}
              className={classNames(
                'pointer-events-none size-8',
                stars <= lit ? 'fill-current text-primary-ink' : 'text-ink-soft',
              )}
            />
            <span className="sr-only">{t.starNames[stars]}</span>
          </label>
        ))}
      </div>
      <p aria-hidden="true" className="min-h-5 text-sm text-ink-soft">
        {named && t.starNames[named]}
      </p>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
