import { defaultPageSize } from '@baari/contract/constants.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { listHospitals } from '@baari/contract/hospital/hospital.ts';
import { departments, specialties } from '@baari/contract/hospital/specialties.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { LocateFixed, LocateOff } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { type HospitalFilter, hospitalsQuery } from '../../api/queries/queries.ts';
import { TryAgain, wholePage } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Later } from '../../ui/dialog/later.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Pagination } from '../../ui/layout/pagination.tsx';
import { Select } from '../../ui/form/select.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { SearchField } from '../../ui/form/text-field.tsx';
import { useSettledText } from '../../ui/form/use-settled-text.ts';
import { HospitalCard } from './hospital-card.tsx';
import {
  departmentNamed,
  type HospitalChoice,
  isNarrowed,
  readHospitalChoice,
  specialtyNamed,
  withHospitalChoice,
} from './hospital-filter.ts';
import { askForPosition, forgetPosition, type MyPosition, useMyPosition } from './my-position.ts';
import { FiltersSkeleton, HospitalCardsSkeleton } from './skeletons.tsx';

/** The list of all hospitals, filtered by the search and filters in the URL [PAT-2, PAT-3]. */
export function HospitalList({
  waits,
}: {
  /**
   * Whether the content above the list is still loading. The list then shows its skeleton, so that
   * both appear together and nothing moves.
   */
  waits: boolean;
}): ReactNode {
  const { browse: t } = useMessages('browse');
  const [params, setParams] = useSearchParams();
  const choice = readHospitalChoice(params);
  const position = useMyPosition();
  const list = useQuery(hospitalsQuery(filterOf(choice, position)));
  if (waits) {
    return (
      <div className="flex flex-col gap-4">
        <FiltersSkeleton className={filterGrid} />
        <HospitalCardsSkeleton label={t.loadingHospitals} />
      </div>
    );
  }

  function choose(change: Partial<HospitalChoice>): void {
    setParams((now) => withHospitalChoice(now, change), {
      replace: true,
    });
  }

  return (
    <div className="flex flex-col gap-4">
      <div role="search" aria-label={t.filters} className={filterGrid}>
        <div className="sm:col-span-2 lg:col-span-1">
          <Search choice={choice} choose={choose} />
        </div>
        <SpecialtySelect choice={choice} choose={choose} />
        <DepartmentSelect choice={choice} choose={choose} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 sm:col-span-2 lg:col-span-3">
          <Checkbox
            label={t.openNowOnly}
            checked={choice.openNow}
            onChange={(event) => choose({ openNow: event.target.checked })}
          />
          <PositionButton position={position} />
        </div>
      </div>
      <PositionProblem position={position} />
      <Results choice={choice} list={list} params={params} />
    </div>
  );
}

const filterGrid = 'grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_13rem_13rem]';

interface ChoiceProps {
  choice: HospitalChoice;
  choose: (change: Partial<HospitalChoice>) => void;
}

function Search({ choice, choose }: ChoiceProps): ReactNode {
  const { browse: t } = useMessages('browse');
  const [typed, setTyped] = useSettledText(choice.search, (search) => choose({ search }));
  return (
    <SearchField
      label={t.searchHospitals}
      placeholder={t.searchHospitalsHint}
      value={typed}
      onChange={setTyped}
    />
  );
}

function DepartmentSelect({ choice, choose }: ChoiceProps): ReactNode {
  const { browse: t } = useMessages('browse');
  const nameOf = useMedicalName();
  return (
    <Select
      label={t.department}
      labelHidden
      placeholder={t.allDepartments}
      options={departments.map((name) => ({ value: name, label: nameOf(name) }))}
      value={choice.department ?? ''}
      onChange={(event) => choose({ department: departmentNamed(event.target.value) })}
    />
  );
}

function SpecialtySelect({ choice, choose }: ChoiceProps): ReactNode {
  const { browse: t } = useMessages('browse');
  const nameOf = useMedicalName();
  return (
    <Select
      label={t.specialty}
      labelHidden
      placeholder={t.allSpecialties}
      options={specialties.map((name) => ({ value: name, label: nameOf(name) }))}
      value={choice.specialty ?? ''}
      onChange={(event) => choose({ specialty: specialtyNamed(event.target.value) })}
    />
  );
}

function PositionButton({ position }: { position: MyPosition }): ReactNode {
  const { browse: t } = useMessages('browse');
  if (position.kind === 'known') {
    return (
      <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
        {t.nearestFirst}
        <Button variant="quiet" size="small" icon={<LocateOff />} onClick={forgetPosition}>
          {t.forgetLocation}
        </Button>
      </span>
    );
  }
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<LocateFixed aria-hidden="true" />}
      busy={position.kind === 'asking'}
      busyLabel={t.locating}
      onClick={askForPosition}
    >
      {t.useMyLocation}
    </Button>
  );
}

function PositionProblem({ position }: { position: MyPosition }): ReactNode {
  const { browse: t } = useMessages('browse');
  if (position.kind !== 'refused' && position.kind !== 'unavailable') return null;
  return (
    <Notice tone="warning" title={t.locationFailed}>
      {position.kind === 'refused' ? t.locationRefused : t.locationUnavailable}
    </Notice>
  );
}

/**
 * The number of cards that are rendered at once: a row on a wide screen, and more than a phone
 * shows.
 */
const firstSeen = 3;

type HospitalPage = ReplyOf<typeof listHospitals>;

function Results({
  choice,
  list,
  params,
}: {
  choice: HospitalChoice;
  list: UseQueryResult<HospitalPage>;
  params: URLSearchParams;
}): ReactNode {
  const { browse: t } = useMessages('browse');
  const problemText = useProblemText();
  const section = useFocusOnTurnedPage(choice.page);

  if (list.isPending) return <HospitalCardsSkeleton label={t.loadingHospitals} />;
  if (list.isError) {
    return (
      <ErrorState
        title={t.hospitalsFailed}
        description={problemText(list.error, t.hospitalsFallback)}
        action={<TryAgain query={wholePage} />}
      />
    );
  }
  const { hospitals, total } = list.data;
  if (hospitals.length === 0) return <NoHospitals narrowed={isNarrowed(choice)} />;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t.hospitalsTitle}
      aria-busy={list.isPlaceholderData}
      className="flex flex-col gap-4 outline-none"
    >
      <CountLine page={list.data.page} shown={hospitals.length} total={total} />
      <ul
        className={classNames(
          'grid gap-4 transition-opacity sm:grid-cols-2 xl:grid-cols-3',
          list.isPlaceholderData && 'opacity-60',
        )}
      >
        {hospitals.slice(0, firstSeen).map((hospital) => (
          <HospitalCard key={hospital.id} hospital={hospital} />
        ))}
        <Later>
          {hospitals.slice(firstSeen).map((hospital) => (
            <HospitalCard key={hospital.id} hospital={hospital} />
          ))}
        </Later>
      </ul>
      <Later>
        <Pagination
          page={list.data.page}
          pageCount={Math.ceil(total / defaultPageSize)}
          hrefFor={(page) => `?${withHospitalChoice(params, { page })}`}
        />
      </Later>
    </section>
  );
}

/** Moves the focus to the start of the list after the user goes to another page of the list. */
function useFocusOnTurnedPage(page: number): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const before = useRef(page);
  useEffect(() => {
    const turned = before.current !== page;
    before.current = page;
    // Typing in the search box also returns to the first page, but the focus must stay in the
    // search box.
    if (turned && section.current?.contains(document.activeElement)) {
      section.current.focus({ preventScroll: true });
    }
  }, [page]);
  return section;
}

/** Shows the number of search results. Screen readers announce changes. */
function CountLine({
  page,
  shown,
  total,
}: {
  page: number;
  shown: number;
  total: number;
}): ReactNode {
  const { browse: t } = useMessages('browse');
  const format = useFormat();
  const first = (page - 1) * defaultPageSize + 1;
  const text =
    total > shown
      ? t.shownRange(format.number(first), format.number(first + shown - 1), format.number(total))
      : t.hospitalCount(total);
  return (
    <p role="status" className="text-sm text-ink-soft tabular-nums">
      {text}
    </p>
  );
}

function NoHospitals({ narrowed }: { narrowed: boolean }): ReactNode {
  const { browse: t } = useMessages('browse');
  const [, setParams] = useSearchParams();
  if (!narrowed) return <EmptyState title={t.noHospitals} description={t.noHospitalsYet} />;
  return (
    <EmptyState
      title={t.noHospitals}
      description={t.noHospitalsForFilter}
      action={
        <Button
          onClick={() =>
            setParams((now) =>
              withHospitalChoice(now, {
                search: '',
                openNow: false,
                department: undefined,
                specialty: undefined,
              }),
            )
          }
        >
          {t.clearFilters}
        </Button>
      }
    />
  );
}

function filterOf(choice: HospitalChoice, position: MyPosition): HospitalFilter {
  const { search, openNow, department, specialty, page } = choice;
  return {
    ...(search === '' ? {} : { search }),
    ...(openNow ? { openNow: 'true' as const } : {}),
    ...(department === undefined ? {} : { department }),
    ...(specialty === undefined ? {} : { specialty }),
    ...(position.kind === 'known'
      ? { latitude: position.latitude, longitude: position.longitude }
      : {}),
    ...(page === 1 ? {} : { page }),
  };
}
