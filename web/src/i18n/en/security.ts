/** How one's own account is protected: devices and the second step. */
export const security = {
  sessions: 'Where you are signed in',
  thisDevice: 'this device',
  unknownDevice: 'Unknown device',
  end: 'Sign out',
  endNamed: (device: string) => `Sign out ${device}`,
  ended: 'The device is signed out',
  endOthers: 'Sign out all other devices',
  endOthersTitle: 'Sign out all other devices?',
  endOthersLead: 'They are signed out at once. This device stays signed in.',
  othersEnded: 'All other devices are signed out',
  notEnded: 'The device could not be signed out',

  passkeys: 'Passkeys',
  passkeysLead:
    'Sign in with the fingerprint, the face or the PIN of your device instead of a password.',
  passkeyName: 'Name of the new passkey',
  passkeyNameHint: 'So that you know it again, such as: my phone.',
  addPasskey: 'Add a passkey',
  passkeyAdded: 'The passkey is added',
  passkeyDeclined: 'No passkey was made. Try again when you are ready.',
  passkeyThere: 'This device has a passkey for your account already.',
  removePasskeyNamed: (name: string) => `Remove the passkey ${name}`,
  passkeyRemoved: 'The passkey is removed',
  passkeyNotRemoved: 'The passkey could not be removed',

  twoFactor: 'Two-factor sign-in',
  twoFactorLead:
    'After your password, an authenticator app on your phone gives a code. Who only knows the password cannot get in.',
  isOn: 'On',
  isOff: 'Off',
  requiredTitle: 'Your hospital asks you to set this up',
  required: 'You can use the pages of your hospital once two-factor sign-in is on.',
  offThoughRequired:
    'Your hospital requires it: without it you cannot use the pages of your hospital.',
  setUp: 'Set up two-factor sign-in',
  setUpLead:
    'You need an authenticator app, such as Google Authenticator, Aegis or 1Password, on your phone.',
  goOn: 'Continue',
  password: 'Your password',
  code: 'Code from the app',
  codeHint: 'Or one of your recovery codes.',
  scan: 'Scan this with your authenticator app, then enter the code that it shows.',
  qrCode: 'QR code for the authenticator app',
  orType: 'Or type this key into the app:',
  openApp: 'Open the app on this device',
  firstCode: 'Code that the app shows',
  turnOn: 'Turn on',
  recoveryCodes: 'Recovery codes',
  codesOnce:
    'Keep these recovery codes in a safe place. They let you in without your phone, each once. They are not shown again.',
  copy: 'Copy',
  copied: 'The codes are copied',
  notCopied: 'The codes could not be copied. Select them, or download them.',
  download: 'Download',
  codesKept: 'I have kept the codes',
  renewCodes: 'New recovery codes',
  renewLead: 'The codes you have now stop working.',
  turnOff: 'Turn off',
  turnedOff: 'Two-factor sign-in is off',
};

export type Security = typeof security;
