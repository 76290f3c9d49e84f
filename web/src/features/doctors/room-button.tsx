import { maxRoomName } from '@baari/contract/constants.ts';
import { type Doctor, setDoctorRoom } from '@baari/contract/doctor/doctor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { DoorOpen, Pencil } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { takeIn } from '../../live/queue-cache.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

type Room = Pick<Doctor, 'id' | 'name' | 'room'>;

/** Shows a doctor's room, with a button to change the room [ROOM-1]. */
export function RoomButton({
  doctor,
  size = 'medium',
}: {
  doctor: Room;
  size?: 'small' | 'medium';
}): ReactNode {
  const { rooms: t } = useMessages('rooms');
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button
        size={size}
        className="print:inline-flex!"
        icon={<DoorOpen aria-hidden="true" />}
        // The icon shows that this is a button. Without the icon, the room's name would look like
        // plain text.
        iconAfter={<Pencil aria-hidden="true" className="text-ink-soft print:hidden" />}
        title={t.roomOf(doctor.name)}
        onClick={() => setAsked(true)}
      >
        <span className="sr-only">{`${t.roomOf(doctor.name)}: `}</span>
        {doctor.room ?? t.noRoom}
      </Button>
      {isAsked && <RoomDialog doctor={doctor} onClose={() => setAsked(false)} />}
    </>
  );
}

function RoomDialog({ doctor, onClose }: { doctor: Room; onClose: () => void }): ReactNode {
  const { rooms: t } = useMessages('rooms');
  const client = useQueryClient();
  const formId = useId();
  const [room, setRoom] = useState(doctor.room ?? '');
  const { mutate, isPending, error } = useWrite(setDoctorRoom, {
    onSuccess: (reply) => {
      takeIn(client, { type: 'doctor_updated', data: reply.doctor });
      onClose();
    },
  });
  return (
    <FormDialog
      formId={formId}
      title={t.roomOf(doctor.name)}
      description={t.roomLead}
      onClose={onClose}
      submitLabel={t.roomSave}
      busy={isPending}
      busyLabel={t.roomSaving}
    >
      <form
        id={formId}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ params: { id: doctor.id }, body: { room: room.trim() } });
        }}
      >
        {error !== null && <ProblemNotice problem={error} fallback={t.roomFailed} />}
        <TextField
          label={t.room}
          hint={t.roomHint}
          value={room}
          maxLength={maxRoomName}
          autoComplete="off"
          onChange={(event) => setRoom(event.target.value)}
        />
      </form>
    </FormDialog>
  );
}
