import type { HospitalProfile } from '../en/hospital-profile.ts';
import { hospitalTypeNames } from './hospital-types.ts';

/** Whole hours as such, all else in minutes. */
function shortTime(minutes: number): string {
  return Number.isInteger(minutes / 60) ? `${minutes / 60} घंटे` : `${minutes} मिनट`;
}

export const hospitalProfile = {
  title: 'अस्पताल की प्रोफ़ाइल',
  lead: 'मरीज़ आपके अस्पताल के बारे में यह पढ़ते हैं।',
  loading: 'अस्पताल की प्रोफ़ाइल खुल रही है...',
  notFoundTitle: 'अस्पताल नहीं मिला',
  notFound: 'अस्पताल की प्रोफ़ाइल नहीं खुल सकी',
  errorTitle: 'अस्पताल की जानकारी नहीं मिल सकी',
  edit: 'प्रोफ़ाइल बदलें',
  save: 'सहेजें',
  saving: 'सहेजा जा रहा है…',
  cancel: 'रद्द करें',
  saved: 'अस्पताल की प्रोफ़ाइल सहेजी गई',
  saveFailed: 'प्रोफ़ाइल सहेजी नहीं जा सकी',

  basic: 'मूल जानकारी',
  name: 'अस्पताल का नाम',
  type: 'अस्पताल का प्रकार',
  chooseType: 'प्रकार चुनें',
  types: hospitalTypeNames,
  address: 'पता',
  city: 'शहर',
  state: 'राज्य',
  zipCode: 'पिन कोड',

  contact: 'संपर्क की जानकारी',
  email: 'ईमेल',
  phone: 'फ़ोन',
  phoneHint: 'देश के कोड के साथ, जैसे +91 22 2490 1234.',
  website: 'वेबसाइट',
  websiteHint: 'जैसे https://example.org',
  notGiven: 'नहीं बताया गया',

  departments: 'विभाग',
  noDepartments: 'कोई विभाग नहीं बताया गया',
  renameDepartment: 'विभाग का नाम बदलें',
  renameLead: 'उसके डॉक्टर तुरंत नए नाम के साथ होंगे।',
  oldName: 'विभाग',
  newName: 'नया नाम',
  rename: 'नाम बदलें',
  departmentRenamed: 'विभाग का नाम बदल गया',
  otherDepartment: 'कोई और विभाग',
  addDepartment: 'जोड़ें',
  departmentKnown: 'यह विभाग सूची में पहले से है।',
  departmentAdded: (name: string) => `${name} जोड़ा गया`,

  hours: 'खुलने का समय',
  hoursWeek: 'पूरा सप्ताह',
  takesRequestsShut: 'बंद होने पर भी कतार के अनुरोध लें',
  takesRequestsShutHint:
    'मरीज़ों को बताया जाता है कि अस्पताल कब खुलेगा और कर्मचारी अनुरोध तब देखेंगे। इसे हटाने पर खुलने तक अनुरोध नहीं लिए जाते।',
  checkInMinutes: 'अपॉइंटमेंट का चेक-इन',
  checkInHint:
    'मरीज़ कब से फ़ोन पर बता सकते हैं कि वे पहुँच गए हैं। काउंटर, दरवाज़े का कोड और कियोस्क दिन भर चेक-इन करते हैं।',
  checkInBefore: (minutes: number) => (minutes === 0 ? 'ठीक समय पर' : `${shortTime(minutes)} पहले`),
  checkInTold: (minutes: number) =>
    minutes === 0
      ? 'मरीज़ अपने अपॉइंटमेंट के समय से फ़ोन पर चेक-इन कर सकते हैं।'
      : `मरीज़ अपने अपॉइंटमेंट से ${shortTime(minutes)} पहले से फ़ोन पर चेक-इन कर सकते हैं।`,
  requestsTaken: 'अस्पताल बंद हो तब भी मरीज़ जगह माँग सकते हैं।',
  requestsNotTaken: 'अस्पताल बंद हो तब मरीज़ जगह नहीं माँग सकते।',
  hoursUnknown: 'नहीं बताया गया',
  hoursClosed: 'बंद',
  hoursAllDay: 'दिन-रात',
  hoursRange: (open: string, close: string) => `${open} से ${close}`,
  everyDay: (hours: string) => `हर दिन: ${hours}`,
  multipleSchedules: 'अलग-अलग दिन अलग समय - जानकारी के लिए अस्पताल से पूछें',
  hoursHint: 'अस्पताल की घड़ी के अनुसार।',
  open: 'खुलता है',
  close: 'बंद होता है',
  closed: 'बंद',
  copyMonday: 'सोमवार का समय हर दिन के लिए',
  copied: 'अब हर दिन का समय सोमवार जैसा है',
  days: {
    monday: 'सोमवार',
    tuesday: 'मंगलवार',
    wednesday: 'बुधवार',
    thursday: 'गुरुवार',
    friday: 'शुक्रवार',
    saturday: 'शनिवार',
    sunday: 'रविवार',
  },
  timeZone: 'समय क्षेत्र',
  timeZoneHint: 'इसी से तय होता है कि “आज” और “अभी खुला” का क्या अर्थ है।',

  place: 'नक्शे पर जगह',
  placeHint: 'इससे मरीज़ देखते हैं कि आप कितनी दूर हैं। दूरी न दिखानी हो तो दोनों खाली छोड़ें।',
  latitude: 'अक्षांश',
  latitudeHint: 'जैसे 19.0760',
  longitude: 'देशांतर',
  longitudeHint: 'जैसे 72.8777',
} satisfies HospitalProfile;
