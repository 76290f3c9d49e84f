import { saveProfile } from '@baari/contract/patient/profile.ts';
import { useQueryClient } from '@tanstack/react-query';
import { profileQuery } from '../../api/queries/queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { currentSession, reloadUser } from '../../session/session.ts';
import { setTheme } from '../../ui/layout/theme.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useChangeLanguage } from '../../ui/text/use-change-language.ts';

/** Saves the whole profile and applies language, theme and name at once [PROF-1]. */
export function useSaveProfile(onSaved: () => void) {
  const { profile: t } = useMessages('profile');
  const client = useQueryClient();
  const { language } = useLanguage();
  const changeLanguage = useChangeLanguage();

  return useWrite(saveProfile, {
    onSuccess: ({ profile }) => {
      client.setQueryData(profileQuery().queryKey, profile);
      onSaved();
      toast({ type: 'success', title: t.saved });
      if (profile.preferences.theme !== null) setTheme(profile.preferences.theme);
      const chosen = profile.preferences.language;
      if (chosen !== null && chosen !== language) void changeLanguage(chosen);
      if (profile.name !== currentSession().user?.name) void showName();
    },
  });
}

/**
 * Reloads the user after the name was changed, because the sidebar shows the name stored in the
 * session.
 */
async function showName(): Promise<void> {
  try {
    await reloadUser();
  } catch (failure) {
    console.warn('The new name could not be read; it shows with the next page', failure);
  }
}
