import { Building2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { identityCall } from '../../../api/identity.ts';
import { setVisit } from '../../../device/personal-storage.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { type HospitalWayIn, hospitalOfEmail } from './hospital-of-email.ts';
import { TroubleNotice } from '../trouble-notice.tsx';
import { popupEnd, usePopupSignIn } from './use-popup-sign-in.ts';

/**
 * The sign-in for staff whose hospital has its own identity provider [LOGIN-2]. The hospital is
 * found by the typed email or chosen from the list.
 */
export function HospitalSignIn({
  hospitals,
  email,
  rememberMe,
  onSecondStep,
}: {
  hospitals: readonly HospitalWayIn[];
  email: string;
  rememberMe: boolean;
  onSecondStep: () => void;
}): ReactNode {
  const t = useMessages('identity');
  const [isChoosing, setChoosing] = useState(false);
  const [chosenId, setChosenId] = useState('');
  const own = hospitalOfEmail(email, hospitals);
  const [first] = hospitals;
  if (first === undefined) return null;
  const common = { rememberMe, onSecondStep };
  if (own) return <ToHospital key={own.hospitalId} hospital={own} {...common} />;
  if (hospitals.length === 1) return <ToHospital hospital={first} {...common} />;
  const chosen = hospitals.find(({ hospitalId }) => hospitalId === chosenId);
  return (
    <>
      {isChoosing ? (
        <Select
          label={t.identity.yourHospital}
          placeholder={t.identity.chooseHospital}
          options={hospitals.map(({ hospitalId, name }) => ({ value: hospitalId, label: name }))}
          value={chosenId}
          onChange={({ target }) => setChosenId(target.value)}
        />
      ) : (
        <Button wide icon={<Building2 aria-hidden="true" />} onClick={() => setChoosing(true)}>
          {t.identity.continueWithHospital}
        </Button>
      )}
      {chosen && <ToHospital key={chosen.hospitalId} hospital={chosen} {...common} />}
    </>
  );
}

function ToHospital({
  hospital: { hospitalId, name },
  rememberMe,
  onSecondStep,
}: {
  hospital: HospitalWayIn;
  rememberMe: boolean;
  onSecondStep: () => void;
}): ReactNode {
  const t = useMessages('identity');
  const { isBusy, trouble, start } = usePopupSignIn({
    lead: () => {
      setVisit(!rememberMe);
      return identityCall('signInWithHospital', { hospitalId, callbackURL: popupEnd, rememberMe });
    },
    blocked: t.identity.hospitalPopupBlocked,
    failure: 'hospital_sign_in_failed',
    onSecondStep,
  });
  return (
    <>
      <Button
        wide
        busy={isBusy}
        busyLabel={t.identity.waitingForPopup}
        icon={<Building2 aria-hidden="true" />}
        onClick={start}
      >
        {t.identity.continueWithNamed(name)}
      </Button>
      <TroubleNotice trouble={trouble} />
    </>
  );
}
