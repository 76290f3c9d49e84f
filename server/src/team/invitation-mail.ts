/** The invitation, in English and Hindi in one mail: nobody has asked the doctor for a language yet. */
import { escapeHtml } from '../platform/mail.html.ts';
import type { MailMessage } from '../platform/mail.ts';

export function invitationMail(
  to: string,
  doctorName: string,
  hospitalName: string,
  link: string,
): MailMessage {
  const english = [
    `Hello ${doctorName},`,
    `${hospitalName} has added you to its doctors on Baari. Open this link to set your password and see your queue. It works once, within the next 7 days.`,
  ];
  const hindi = [
    `नमस्ते ${doctorName},`,
    `${hospitalName} ने आपको बारी पर अपने डॉक्टरों में जोड़ा है। अपना पासवर्ड चुनने और अपनी कतार देखने के लिए यह लिंक खोलें। यह अगले 7 दिनों में एक बार काम करेगा।`,
  ];
  const address = escapeHtml(link);
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
  return {
    to,
    subject: `${hospitalName}: your invitation to Baari / बारी पर आपका निमंत्रण`,
    plain: [...english, link, ...hindi, link, 'Baari'].join('\n\n'),
    html: `<!doctype html>
<html lang="en">
<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5; max-width: 36em; margin: 0 auto; padding: 24px;">
${paragraphs(english)}
<p><a href="${address}">${address}</a></p>
<div lang="hi">
${paragraphs(hindi)}
<p><a href="${address}">${address}</a></p>
</div>
<p>Baari</p>
</body>
</html>
`,
  };
}
