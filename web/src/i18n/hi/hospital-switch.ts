import type { hospitalSwitch as english } from '../en/hospital-switch.ts';

export const hospitalSwitch: typeof english = {
  workingAt: 'अभी काम कर रहे हैं',
  switching: 'दूसरा अस्पताल खुल रहा है…',
  switchFailed: 'अस्पताल बदला नहीं जा सका',
  hospitalsFailed: 'आपके अस्पतालों की सूची नहीं खुल सकी',
};
