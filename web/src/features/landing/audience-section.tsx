import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

export interface AudienceTexts {
  readonly kicker: string;
  readonly title: string;
  readonly lead: string;
  readonly points: readonly { readonly title: string; readonly text: string }[];
}

/**
 * A section of the landing page for one group of users: its advantages in words, beside an
 * illustration of the product.
 */
export function AudienceSection({
  id,
  texts,
  picture,
  pictureFirst = false,
  action,
}: {
  id: string;
  texts: AudienceTexts;
  picture: ReactNode;
  pictureFirst?: boolean;
  action?: ReactNode;
}): ReactNode {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="py-12 sm:py-20">
      <div className="mx-auto grid max-w-6xl grid-cols-1 items-center gap-8 px-4 sm:px-6 lg:grid-cols-2 lg:gap-16">
        <div className={classNames('flex flex-col gap-4', pictureFirst && 'lg:order-last')}>
          <p className="font-semibold text-primary-ink">{texts.kicker}</p>
          <h2
            id={`${id}-title`}
            className="text-3xl leading-tight font-bold tracking-tight sm:text-4xl"
          >
            {texts.title}
          </h2>
          <p className="max-w-prose text-lg text-ink-soft">{texts.lead}</p>
          <ul className="mt-2 flex flex-col gap-4">
            {texts.points.map((point) => (
              <li key={point.title} className="flex gap-3">
                <span className="mt-0.5 grid size-6 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-ink">
                  <Check aria-hidden="true" strokeWidth={3} className="size-3.5" />
                </span>
                <div className="min-w-0">
                  <h3 className="font-semibold">{point.title}</h3>
                  <p className="text-ink-soft">{point.text}</p>
                </div>
              </li>
            ))}
          </ul>
          {action && <div className="mt-2">{action}</div>}
        </div>
        {picture}
      </div>
    </section>
  );
}
