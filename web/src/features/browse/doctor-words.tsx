import { useQuery } from '@tanstack/react-query';
import { GraduationCap, Languages } from 'lucide-react';
import type { ReactNode } from 'react';
import { doctorProfileQuery } from '../../api/queries/doctor-work-queries.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { FactLine } from './fact-line.tsx';
import { PartFailed } from './part-failed.tsx';

/** A doctor's degrees and languages as list items, if known [DOC-4, PAT-7]. */
export function DoctorSkills({ doctorId }: { doctorId: string }): ReactNode {
  const { browse: t } = useMessages('browse');
  const format = useFormat();
  const profile = useQuery(doctorProfileQuery(doctorId));
  if (profile.isPending) return <SkillsSkeleton />;
  if (!profile.data) return null;
  const { qualifications, languages } = profile.data;
  return (
    <>
      {qualifications !== '' && (
        <FactLine icon={<GraduationCap />}>
          <span className="sr-only">{`${t.qualifications}: `}</span>
          {qualifications}
        </FactLine>
      )}
      {languages.length > 0 && (
        // Languages are named in their own scripts. The device's letters serve for a few words,
        // because a font of 75 kB would load for them.
        <FactLine icon={<Languages />}>
          <span className="[font-family:Inter_Variable,system-ui,sans-serif]">
            {t.speaks(format.list(languages))}
          </span>
        </FactLine>
      )}
    </>
  );
}

/** Two lines, as most doctors have degrees and languages. */
function SkillsSkeleton(): ReactNode {
  return (
    <>
      <li aria-hidden="true">
        <Skeleton className="h-[22.5px] w-2/3" />
      </li>
      <li aria-hidden="true">
        <Skeleton className="h-[22.5px] w-1/2" />
      </li>
    </>
  );
}

/**
 * The text that the doctor wrote about herself or himself. Renders nothing if the text is empty
 * [DOC-4, PAT-7].
 */
export function AboutDoctor({ doctorId }: { doctorId: string }): ReactNode {
  const { browse: t } = useMessages('browse');
  const profile = useQuery(doctorProfileQuery(doctorId));
  if (profile.isPending) {
    return (
      <LoadingRegion label={t.loadingWords} className="flex flex-col gap-2.5">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-3/4" />
      </LoadingRegion>
    );
  }
  if (!profile.data) return <PartFailed text={t.wordsFailed} query={profile} />;
  const { about } = profile.data;
  if (about === '') return null;
  return (
    <section aria-labelledby="about-title">
      <h2 id="about-title" className="mb-1 text-base font-semibold text-ink">
        {t.aboutDoctor}
      </h2>
      <p className="max-w-prose text-[0.9375rem] leading-relaxed wrap-anywhere whitespace-pre-line text-ink">
        <bdi>{about}</bdi>
      </p>
    </section>
  );
}
