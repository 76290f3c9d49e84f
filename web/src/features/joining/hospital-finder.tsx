import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import { useQuery } from '@tanstack/react-query';
import { Building2, ChevronRight } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { ApiProblem } from '../../api/problems/problem.ts';
import { hospitalQuery, hospitalsQuery } from '../../api/queries/queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { VerificationBadge } from '../../ui/standing-mark.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { typedId } from './join-form.ts';
import { useSettled } from './use-settled.ts';

const shownAtMost = 6;

/** A field to find the hospital by its name while typing, or by its id [JOINH-1]. */
export function HospitalFinder({
  chosen,
  onChoose,
  inputRef,
  error,
}: {
  chosen: Hospital | undefined;
  onChoose: (hospital: Hospital | undefined) => void;
  inputRef: Ref<HTMLInputElement>;
  error: string | undefined;
}): ReactNode {
  const { joining: t } = useMessages('joining');
  const [typed, setTyped] = useState('');
  const targetId = useFocusOnChange(chosen?.id);

  if (chosen) {
    return (
      <div className="flex flex-col gap-1.5">
        <p className="text-sm font-semibold text-ink">{t.chosen}</p>
        <div className="flex flex-wrap items-center gap-3 rounded-control border border-primary bg-primary-soft p-3">
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere text-ink">{chosen.name}</p>
            <p className="text-sm text-ink-soft">{chosen.location}</p>
            <VerificationBadge standing={chosen.standing} className="mt-1" />
          </div>
          <Button id={targetId} size="small" onClick={() => onChoose(undefined)}>
            {t.chooseOther}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <TextField
        id={targetId}
        ref={inputRef}
        label={t.hospital}
        hint={t.hospitalHint}
        type="search"
        autoComplete="off"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // The search starts without Enter, and Enter must not submit the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <Found typed={typed.trim()} onChoose={onChoose} />
    </div>
  );
}

/** Moves the focus when one part of the form replaces another part, but not when the page opens. */
function useFocusOnChange(value: string | undefined): string {
  const id = useId();
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    document.getElementById(id)?.focus();
  }, [id, value]);
  return id;
}

function Found({
  typed,
  onChoose,
}: {
  typed: string;
  onChoose: (hospital: Hospital) => void;
}): ReactNode {
  const { joining: t } = useMessages('joining');
  const search = useSettled(typed);
  const id = typedId(search);
  const byName = useQuery({
    ...hospitalsQuery({ search, limit: shownAtMost }),
    enabled: search.length > 1 && id === undefined,
  });
  const byId = useQuery({ ...hospitalQuery(id ?? ''), enabled: id !== undefined });
  if (search.length < 2 || typed.length < 2) return null;

  const { error } = id === undefined ? byName : byId;
  const isMissing = error instanceof ApiProblem && error.status === 404;
  if (error && !isMissing) {
    return <ProblemNotice problem={error} fallback={t.searchFailed} />;
  }
  const hospitals = id === undefined ? byName.data?.hospitals : byId.data && [byId.data];
  if (!hospitals && !isMissing) {
    return (
      <p role="status" className="text-sm text-ink-soft">
        {t.searching}
      </p>
    );
  }
  const found = hospitals ?? [];
  return (
    <>
      <p role="status" className={found.length > 0 ? 'sr-only' : 'text-sm text-ink-soft'}>
        {found.length > 0 ? t.found(found.length) : t.noHospital}
      </p>
      {found.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
          {found.map((hospital) => (
            <li key={hospital.id}>
              <button
                type="button"
                className="flex min-h-12 w-full items-center gap-3 px-3 py-2 text-start transition-colors hover:bg-sunken focus-visible:-outline-offset-2"
                onClick={() => onChoose(hospital)}
              >
                <Building2 aria-hidden="true" className="size-5 shrink-0 text-primary-ink" />
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className="font-medium wrap-anywhere text-ink">
                    <bdi>{hospital.name}</bdi>
                  </span>
                  <span className="text-sm text-ink-soft">{hospital.location}</span>
                  <VerificationBadge standing={hospital.standing} className="mt-1" />
                </span>
                <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
