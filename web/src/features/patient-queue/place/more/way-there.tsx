import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { Phone, Route } from 'lucide-react';
import type { ReactNode } from 'react';
import { hospitalQuery } from '../../../../api/queries/queries.ts';
import { useMessages } from '../../../../i18n/language.tsx';
import { directionsLink } from '../../../../shared/hospital/map-link.ts';
import { ButtonLink } from '../../../../ui/button.tsx';

/** The way to the hospital on a map, and the hospital's phone [PAT-11]. */
export function WayThere({
  hospitalId,
}: {
  hospitalId: PatientEntry['hospital']['id'];
}): ReactNode {
  const { placeMore: t } = useMessages('placeMore');
  const { data: hospital, isPending } = useQuery(hospitalQuery(hospitalId));
  if (hospital === undefined)
    return isPending && <div className="min-h-11 md:pointer-fine:min-h-8" />;
  return (
    <div className="grid grid-cols-2 gap-2 print:hidden">
      <ButtonLink
        size="small"
        href={directionsLink(hospital)}
        target="_blank"
        rel="noopener noreferrer"
        icon={<Route aria-hidden="true" className="size-4 shrink-0" />}
      >
        {t.directions}
      </ButtonLink>
      {hospital.phone !== '' && (
        <ButtonLink
          size="small"
          href={`tel:${hospital.phone}`}
          icon={<Phone aria-hidden="true" className="size-4 shrink-0" />}
        >
          {t.callHospital}
        </ButtonLink>
      )}
    </div>
  );
}
