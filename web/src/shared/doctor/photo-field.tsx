import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import { removeDoctorPhoto, setDoctorPhoto } from '@baari/contract/doctor/photo.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { uploadFile } from '../../api/files.ts';
import { doctorLists } from '../../api/queries/queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { squarePhoto } from './square-photo.ts';

/**
 * The field to add, change or remove a doctor's photo. Each change is saved at once [ENT-4, DOC-4,
 * ADM-2].
 */
export function PhotoField({
  doctor: { id, name, image },
}: {
  doctor: Pick<Doctor, 'id' | 'name' | 'image'>;
}): ReactNode {
  const { photos: t } = useMessages('photos');
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const change = useMutation({
    async mutationFn(file: File) {
      const photo = await squarePhoto(file);
      return photo === undefined ? 'unreadable' : uploadFile(setDoctorPhoto, id, photo);
    },
    onSuccess: (answer) => answer !== 'unreadable' && done(t.changed),
  });
  const remove = useWrite(removeDoctorPhoto, { onSuccess: () => done(t.removed) });
  const failure = change.error ?? remove.error;

  function done(title: string): void {
    toast({ type: 'success', title });
    void client.invalidateQueries({ queryKey: doctorLists });
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Avatar name={name} image={image} size="large" />
        <div className="flex min-w-0 flex-1 basis-48 flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              icon={<ImageUp aria-hidden="true" />}
              busy={change.isPending}
              busyLabel={t.sending}
              disabled={remove.isPending}
              onClick={() => input.current?.click()}
            >
              {image === null ? t.add : t.change}
            </Button>
            {image !== null && (
              <Button
                size="small"
                variant="quiet"
                icon={<Trash2 aria-hidden="true" />}
                busy={remove.isPending}
                disabled={change.isPending}
                onClick={() => remove.mutate({ params: { id } })}
              >
                {t.remove}
              </Button>
            )}
          </div>
          <p className="text-sm text-ink-soft">{t.hint}</p>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={t.choose}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) change.mutate(file);
          // The file input is cleared, so that the user can choose the same file again.
          target.value = '';
        }}
      />
      {change.data === 'unreadable' && <Notice tone="danger">{t.unreadable}</Notice>}
      {failure !== null && <ProblemNotice problem={failure} fallback={t.failed} />}
    </div>
  );
}
