import { figuresNote } from '@baari/contract/hospital/figures-note.ts';
import type { LandingFigures } from '@baari/contract/hospital/site.ts';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useSite } from '../../app/site.ts';
import { useVisitor } from '../../app/visitor/visitor.ts';
import { AudienceSection } from '../../features/landing/audience-section.tsx';
import {
  DoctorPicture,
  HospitalPicture,
  PatientPicture,
} from '../../features/landing/pictures.tsx';
import { SampleQueueCard } from '../../features/landing/sample-queue-card.tsx';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { ButtonLink } from '../../ui/button.tsx';

/** The landing page [LAND-1 … LAND-5]. */
export function Page(): ReactNode {
  const { landing: t } = useMessages('landing');
  const { figures, figuresBasis, figuresNote: mark } = useSite();
  const { percent } = useFormat();
  usePageTitle(t.pageTitle, t.lead);
  return (
    <>
      <Hero />
      <Figures
        figures={figures}
        note={mark ?? (figuresBasis && figuresNote(figuresBasis, t.figuresNote, percent)) ?? ''}
      />
      <AudienceSection id="patients" texts={t.patients} picture={<PatientPicture />} />
      <div className="border-y border-line bg-surface">
        <AudienceSection
          id="hospitals"
          texts={t.hospitals}
          picture={<HospitalPicture />}
          pictureFirst
          action={
            <ButtonLink size="large" href="/signup/hospital/create">
              {t.hospitals.startTrial}
            </ButtonLink>
          }
        />
      </div>
      <AudienceSection id="doctors" texts={t.doctors} picture={<DoctorPicture />} />
      <Closing />
    </>
  );
}

function Hero(): ReactNode {
  const { landing: t } = useMessages('landing');
  const start = useStart();
  return (
    <section className="relative isolate overflow-hidden">
      <LinesOfDots />
      <div className="mx-auto grid max-w-6xl grid-cols-1 items-center gap-8 px-4 pt-8 pb-12 sm:px-6 sm:pt-16 sm:pb-20 lg:grid-cols-[1.1fr_1fr] lg:gap-16">
        <div className="flex flex-col gap-5">
          <h1
            tabIndex={-1}
            className="text-[2.125rem] leading-display font-bold tracking-tight sm:text-5xl lg:text-[3.5rem]"
          >
            {t.headline}
          </h1>
          <p className="max-w-xl text-lg text-ink-soft sm:text-xl">{t.lead}</p>
          <div className="mt-1 flex flex-wrap gap-3">
            <ButtonLink variant="primary" size="large" href={start.href} iconAfter={<ArrowRight />}>
              {start.label}
            </ButtonLink>
            <ButtonLink variant="quiet" size="large" href="#patients" className="max-sm:hidden">
              {t.howItWorks}
            </ButtonLink>
          </div>
          <p className="text-sm text-ink-soft">{t.promise}</p>
        </div>
        <div className="flex justify-center lg:justify-end">
          <SampleQueueCard />
        </div>
      </div>
    </section>
  );
}

/** Three statistics of this Baari installation, each with a fixed text [LAND-3]. */
function Figures({ figures, note }: { figures: LandingFigures; note: string }): ReactNode {
  const { landing: t } = useMessages('landing');
  const shown = [
    { value: figures.lessWaiting, label: t.figures.lessWaiting },
    { value: figures.hospitals, label: t.figures.hospitals },
    { value: figures.patientsServed, label: t.figures.patientsServed },
  ];
  return (
    <section aria-labelledby="figures-title" className="border-y border-line bg-surface">
      <h2 id="figures-title" className="sr-only">
        {t.figuresTitle}
      </h2>
      <ul className="mx-auto grid max-w-6xl grid-cols-3 divide-x divide-line px-2 sm:px-6">
        {shown.map((figure) => (
          <li key={figure.label} className="px-2 py-6 text-center sm:py-8">
            <p className="text-sm text-ink-soft sm:text-base">
              <strong className="block text-2xl leading-tight font-bold text-primary-ink tabular-nums sm:text-4xl">
                <bdi>{figure.value}</bdi>
              </strong>{' '}
              {figure.label}
            </p>
          </li>
        ))}
      </ul>
      <p className="mx-auto max-w-3xl px-4 pb-5 text-center text-sm text-ink-soft">{note}</p>
    </section>
  );
}

function Closing(): ReactNode {
  const { landing: t } = useMessages('landing');
  const start = useStart();
  return (
    <section
      aria-labelledby="closing-title"
      className="mx-auto max-w-6xl px-4 pb-12 sm:px-6 sm:pb-20"
    >
      <div className="flex flex-col items-start gap-6 rounded-card border border-line bg-primary-soft px-6 py-10 sm:px-12 sm:py-14 lg:flex-row lg:items-center lg:justify-between">
        <div className="flex flex-col gap-2">
          <h2 id="closing-title" className="text-2xl font-bold tracking-tight sm:text-3xl">
            {t.closingTitle}
          </h2>
          <p className="text-lg text-ink-soft">{t.closingLead}</p>
        </div>
        <div className="flex shrink-0 flex-wrap gap-3">
          <ButtonLink variant="primary" size="large" href={start.href}>
            {start.label}
          </ButtonLink>
          <ButtonLink size="large" href="/contact">
            {t.contactSales}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

/**
 * Returns the main link of the landing page: to the user's home page when signed in, otherwise to
 * sign-up [LAND-4].
 */
function useStart(): { href: string; label: string } {
  const { landing: t } = useMessages('landing');
  const visitor = useVisitor();
  if (visitor) return { href: visitor.dashboardPath, label: t.goToDashboard };
  return { href: '/signup', label: t.getStarted };
}

/** A decorative pattern of dots behind the landing page's main heading. */
function LinesOfDots(): ReactNode {
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-y-0 inset-e-0 -z-10 hidden h-full [mask-image:linear-gradient(to_left,black,transparent_65%)] opacity-60 rtl:-scale-x-100 lg:block lg:w-3/4"
    >
      <defs>
        <pattern id="lines-of-dots" width="176" height="112" patternUnits="userSpaceOnUse">
          <circle cx="16" cy="28" r="2.5" className="fill-dot" />
          <circle cx="44" cy="28" r="2.5" className="fill-dot" />
          <circle cx="76" cy="28" r="5" className="fill-dot" />
          <circle cx="108" cy="28" r="2.5" className="fill-dot" />
          <circle cx="64" cy="84" r="2.5" className="fill-dot" />
          <circle cx="92" cy="84" r="2.5" className="fill-dot" />
          <circle cx="124" cy="84" r="5" className="fill-dot" />
          <circle cx="156" cy="84" r="2.5" className="fill-dot" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#lines-of-dots)" />
    </svg>
  );
}
