/** For whoever works at several hospitals: for which one they act [ROLE-9]. */
export const hospitalSwitch = {
  workingAt: 'Working at',
  switching: 'Opening the other hospital…',
  switchFailed: 'The hospital could not be changed',
  hospitalsFailed: 'Your hospitals could not be loaded',
};
