/** What phones add below a text, in the languages in which the verb is first. */
const SENT_FROM =
  /^(?:Sent (?:from|via)|Von mei\w+ .* gesendet|Gesendet (?:von|mit)|Envoyé (?:de|depuis|à partir)|Enviado (?:desde|do|da|de|a partir)|Enviada do|Enviat d(?:e|es)|Inviato da|Sendt (?:fra|med)|Skickat från|Skickas från|Wysłan[eo] z|Verzonden (?:vanaf|met|vanuit|via)|Verstuurd vanaf|Lähetetty|Odeslán[oé] z|Odoslané z|Poslan[oé] (?:z|s)|Išsiųsta iš|Nosūtīts no|Отправлено (?:с|из)|Надіслано з|Изпратено от|Trimis d(?:e pe|in|e la)|Elküldve|Küldve|Στάλθηκε από|נשלח מ|发自|發自|Gửi từ|Dikirim dari|ส่งจาก|Saadetud|أُ?رسل(?:ت)? من)/iu;
/** The same in those in which it is last. */
const SENT_LAST =
  /(?:から送信|에서 (?:보냄|보냈습니다|보낸 메일)|gönderildi|傳送|发送|發送|küldve|נשלח)[.。]?$/iu;
const DEVICE =
  /i(?:Phon|Pad|Pod|OS)|Android|Samsung|Galaxy|Huawei|Xiaomi|Redmi|Pixel|BlackBerry|Nokia|OnePlus|OPPO|Outlook|Gmail|Yahoo|Proton|Mail|Handy|Smartphone|Telefon|mobil|móvil|cellulare|telemóvel|celular|携帯|スマ|手机|手機|휴대|телефон|هاتف|الهاتف|جهاز|mobile|phone|tablet|téléphone|portable|appareil/iu;

/** An advertisement of Outlook, which has a link or says for which system it is. */
const OUTLOOK = /Outlook.{0,40}(?:iOS|Android|Mac\b|Windows|\bMobile)/iu;
const GET =
  /^(?:Get|Download|Holen Sie sich|Hol dir|Obtenez|Télécharger|Obtener|Descargar|Obter|Obtenha|Baixar|Scarica|Ottieni|Hent|Få|Hämta|Skaffa|Last ned|Pobierz|Uzyskaj|Ontvang|Hanki|Lataa|Získejte|Získať|Stáhnout|Скачать|Загрузить|Получить|Отримати|Outlook|获取|下载|取得|İndir|Descărcați|Obțineți|تنزيل|احصل)/iu;

/** Longer lines are none: the search for one takes time with the square of the line's length. */
const MAX_CHARACTERS = 200;

/** Whether the last line of a text is what a phone has added, not its writer. */
export function isPhoneSignature(line: string): boolean {
  if (line === '' || line.length > MAX_CHARACTERS) return false;
  if (OUTLOOK.test(line) && (GET.test(line) || line.includes('aka.ms/'))) return true;
  return (SENT_FROM.test(line) || SENT_LAST.test(line)) && DEVICE.test(line);
}
