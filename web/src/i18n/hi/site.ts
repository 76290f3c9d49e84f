import type { Site } from '../en/site.ts';

export const site = {
  otherLanguage: 'यह पाठ अभी हिन्दी में नहीं है। आप मूल पाठ देख रहे हैं।',
  emptyTitle: 'यहाँ अभी कुछ लिखा नहीं गया है',
  empty: 'इस प्रति को चलाने वालों ने यह पृष्ठ ख़ाली छोड़ा है।',
  failedTitle: 'यह पाठ नहीं खुल सका',

  contactTitle: 'संपर्क',
  contactLead: 'कोई सवाल, कोई परेशानी, या अस्पताल शुरू करना है? हमें लिखिए।',
  contactDescription: 'बारी की इस प्रति को चलाने वालों को लिखिए।',
  name: 'आपका नाम',
  email: 'आपका ईमेल पता',
  emailHint: 'हमारा जवाब इसी पर आएगा।',
  hospital: 'अस्पताल',
  message: 'संदेश',
  messageHint: 'कृपया अपनी सेहत की बातें न लिखें: यह फ़ॉर्म डॉक्टर नहीं पढ़ते।',
  emergency: 'आपात स्थिति में 112 पर फ़ोन करें। इस फ़ॉर्म पर चौबीसों घंटे कोई नहीं रहता।',
  send: 'संदेश भेजें',
  sending: 'भेजा जा रहा है…',
  sentTitle: 'आपका संदेश पहुँच गया',
  sent: (address: string) => `कोई इसे पढ़कर ${address} पर जवाब देगा। अपने आप कोई मेल नहीं आएगी।`,
  writeAnother: 'एक और संदेश लिखें',
  tooMany: (minutes: number, mailbox: string | null) =>
    `आपके नेटवर्क से इस घंटे कई संदेश आ चुके हैं। कृपया ${minutes} मिनट रुकें${
      mailbox === null ? '।' : `, या ${mailbox} पर लिखें।`
    }`,
  notSent: 'संदेश नहीं जा सका। आपका लिखा यहीं है; फिर कोशिश करें।',
  orByMail: 'या मेल से:',
} satisfies Site;
