/**
 * Scenes of the design system's components. Their texts are the same in every language, so a test
 * can distinguish them from translated texts.
 */
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { navigate } from '../src/navigation/places.ts';
import { Badge, StatusBadge } from '../src/ui/badge.tsx';
import { DoctorStatusBadge } from '../src/ui/doctor-status-badge.tsx';
import { UrgencyBadge } from '../src/ui/urgency-badge.tsx';
import { Button, type ButtonVariant, IconButton } from '../src/ui/button.tsx';
import { StatCard } from '../src/ui/layout/card.tsx';
import { Checkbox, RadioGroup, SegmentedControl } from '../src/ui/form/choice.tsx';
import { Switch } from '../src/ui/form/switch.tsx';
import { ConfirmDialog, Dialog, Drawer } from '../src/ui/dialog/dialog.tsx';
import { Facts } from '../src/ui/text/facts.tsx';
import { LoadMore } from '../src/ui/feedback/load-more.tsx';
import { Notice } from '../src/ui/feedback/notice.tsx';
import { Pagination } from '../src/ui/layout/pagination.tsx';
import { Select } from '../src/ui/form/select.tsx';
import {
  CardGridSkeleton,
  DetailSkeleton,
  ListSkeleton,
  StatsSkeleton,
} from '../src/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../src/ui/feedback/states.tsx';
import { PasswordField, SearchField, TextArea, TextField } from '../src/ui/form/text-field.tsx';
import { toast } from '../src/ui/feedback/toast.ts';
import { logAction } from './log-action.ts';

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger', 'turn'];

export function Buttons(): ReactNode {
  return (
    <div className="flex flex-wrap gap-3">
      {variants.map((variant) => (
        <Button key={variant} variant={variant} onClick={() => logAction(variant)}>
          {variant}
        </Button>
      ))}
      <Button disabled onClick={() => logAction('disabled')}>
        disabled
      </Button>
      <IconButton label="add" icon={<Plus aria-hidden="true" />} onClick={() => logAction('add')} />
    </div>
  );
}

/**
 * Two key figures side by side, as narrow as on a phone. Long English words replace the long words of any
 * language.
 */
export function Figures(): ReactNode {
  return (
    <div className="grid w-82 grid-cols-2 gap-3">
      {['Completed Today', 'Fertiggestellt heute', 'Waiting now'].map((label) => (
        <StatCard key={label} label={label} value={31} icon={<Plus />} tone="success" />
      ))}
    </div>
  );
}

/**
 * Two buttons. The first button is busy from its press until a press of the second button ends the
 * work.
 */
export function BusyButton(): ReactNode {
  const [busy, setBusy] = useState(false);
  return (
    <form
      className="flex gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        logAction('submit');
        setBusy(true);
      }}
    >
      <Button type="submit" variant="primary" busy={busy} busyLabel="working">
        send
      </Button>
      <Button onClick={() => setBusy(false)}>end</Button>
    </form>
  );
}

export function Fields(): ReactNode {
  const [error, setError] = useState<string>();
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setError('too short');
      }}
    >
      <TextField label="name" hint="as on the card" error={error} name="name" />
      <PasswordField label="password" name="password" />
      <TextArea label="symptoms" labelNote="optional" name="symptoms" />
      <Select
        label="city"
        placeholder="choose"
        options={[
          { value: 'pune', label: 'Pune' },
          { value: 'nashik', label: 'Nashik' },
        ]}
        name="city"
      />
      <Checkbox label="agreed" error={error} />
      <Switch label="sound" hint="at each request" />
      <RadioGroup
        label="urgency"
        name="urgency"
        options={[
          { value: 'low', label: 'low', description: 'can wait' },
          { value: 'high', label: 'high', description: 'cannot wait' },
        ]}
        layout="boxes"
        error={error}
      />
      <Button type="submit">send</Button>
    </form>
  );
}

export function Searching(): ReactNode {
  const [text, setText] = useState('');
  const [status, setStatus] = useState('all');
  return (
    <>
      <SearchField label="search" value={text} onChange={setText} />
      <SegmentedControl
        label="status"
        options={['all', 'available', 'busy'].map((value) => ({ value, label: value }))}
        value={status}
        onChange={setStatus}
      />
      <output>{`${status}: ${text}`}</output>
    </>
  );
}

export function Badges(): ReactNode {
  return (
    <div className="flex flex-wrap gap-2">
      <Badge tone="neutral">neutral</Badge>
      {(['primary', 'success', 'warning', 'danger', 'info', 'turn'] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      {(['low', 'medium', 'high'] as const).map((urgency) => (
        <UrgencyBadge key={urgency} urgency={urgency} />
      ))}
      {(['Available', 'Busy', 'Offline'] as const).map((status) => (
        <DoctorStatusBadge key={status} status={status} />
      ))}
      {(
        [
          'pending_approval',
          'waiting',
          'in_progress',
          'completed',
          'cancelled',
          'no_show',
          'rejected',
        ] as const
      ).map((status) => (
        <StatusBadge key={status} status={status} />
      ))}
    </div>
  );
}

/** A list of facts with an empty one, such as the room of a doctor without a room. */
export function EmptyFact(): ReactNode {
  return (
    <div data-testid="facts">
      <Facts>
        {''}
        city
      </Facts>
    </div>
  );
}

const opened = Date.now();
const inHalfAnHour = new Date(opened + 1_800_000).toISOString();
const inThreeDays = new Date(opened + 3 * 86_400_000).toISOString();

/** One doctor who is back within the hour, and one doctor with days off. */
export function DoctorsAway(): ReactNode {
  return (
    <div className="flex flex-wrap gap-2">
      <DoctorStatusBadge status="Busy" breakUntil={inHalfAnHour} timeZone="Asia/Kolkata" />
      <DoctorStatusBadge status="Offline" breakUntil={inThreeDays} timeZone="Asia/Kolkata" />
    </div>
  );
}

export function Notices(): ReactNode {
  return (['info', 'success', 'warning', 'danger', 'turn'] as const).map((tone) => (
    <Notice key={tone} tone={tone}>
      {tone}
    </Notice>
  ));
}

export function ManyPages(): ReactNode {
  const [page, setPage] = useState(1);
  return (
    <>
      <div
        // The component renders real links, but the playground has no routes, so the click is
        // handled here.
        onClickCapture={(event) => {
          event.preventDefault();
          const link = event.target instanceof Element ? event.target.closest('a') : null;
          if (link) setPage(Number(new URL(link.href).searchParams.get('page')));
        }}
      >
        <Pagination page={page} pageCount={12} hrefFor={(to) => `/list?page=${to}`} />
      </div>
      <Pagination page={1} pageCount={1} hrefFor={(to) => `/one?page=${to}`} />
    </>
  );
}

export function MoreToLoad(): ReactNode {
  const [shown, setShown] = useState(24);
  return <LoadMore shown={shown} total={60} onMore={() => setShown(Math.min(60, shown + 24))} />;
}

export function States(): ReactNode {
  return (
    <>
      <EmptyState title="nobody" description="comes" action={<Button>ask</Button>} />
      <ErrorState
        title="lost"
        description="on the way"
        action={<Button onClick={() => logAction('again')}>again</Button>}
      />
    </>
  );
}

export function Loading(): ReactNode {
  return (
    <>
      <CardGridSkeleton label="cards" count={2} />
      <ListSkeleton label="list" rows={2} />
      <StatsSkeleton label="stats" />
      <DetailSkeleton label="detail" />
    </>
  );
}

export function Windows(): ReactNode {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'drawer' | null>(null);
  const props = (kind: typeof open) => ({
    open: open === kind,
    onOpenChange: (isOpen: boolean) => {
      logAction(kind, isOpen);
      setOpen(isOpen ? kind : null);
    },
  });
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setOpen('dialog')}>dialog</Button>
        <Button onClick={() => setOpen('confirm')}>confirm</Button>
        <Button onClick={() => setOpen('drawer')}>drawer</Button>
      </div>
      <Dialog
        {...props('dialog')}
        title="a form"
        description="of one field"
        footer={<Button onClick={() => setOpen(null)}>done</Button>}
      >
        <TextField label="field" />
        {Array.from({ length: 40 }, (_, line) => (
          <p key={line}>{line}</p>
        ))}
      </Dialog>
      <ConfirmDialog
        {...props('confirm')}
        title="a question"
        description="that counts"
        confirmLabel="yes"
        cancelLabel="no"
        onConfirm={() => {
          logAction('confirmed');
          setOpen(null);
        }}
      />
      <Drawer {...props('drawer')} title="a panel">
        <Button onClick={() => setOpen(null)}>inside</Button>
      </Drawer>
    </>
  );
}

/**
 * A dialog that asks before it closes, as for a form with unsaved text. The dialog's button leads
 * to another page.
 */
export function WindowOverWindow(): ReactNode {
  const [open, setOpen] = useState(false);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>write</Button>
      <Dialog
        open={open}
        onOpenChange={() => setAsks(true)}
        title="a form"
        footer={
          <Button
            onClick={() => {
              setOpen(false);
              navigate('?scene=ui/WindowOverWindow&view=next');
            }}
          >
            go on
          </Button>
        }
      >
        <TextField label="field" />
      </Dialog>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="close it"
        confirmLabel="lose it"
        cancelLabel="go on writing"
        onConfirm={() => {
          setAsks(false);
          setOpen(false);
        }}
      />
    </>
  );
}

/** A toast that appears while a dialog opens. */
export function ToastAtWindow(): ReactNode {
  const [open, setOpen] = useState(false);
  const openWithToast = () => {
    setOpen(true);
    toast({ type: 'success', title: 'done', message: 'said', duration: 60_000 });
  };
  return (
    <>
      <Button onClick={openWithToast}>open</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="sure"
        description="of it"
        confirmLabel="yes"
        cancelLabel="no"
        onConfirm={() => logAction('yes')}
      />
    </>
  );
}

export function Toasts(): ReactNode {
  return (
    <div className="flex flex-wrap gap-3">
      {(['success', 'error', 'warning', 'info'] as const).map((type) => (
        <Button
          key={type}
          onClick={() => toast({ type, title: `${type}!`, message: 'said', duration: 60_000 })}
        >
          {type}
        </Button>
      ))}
    </div>
  );
}
