import type { CheckInput, Finding } from './finding.ts';
import { withoutCode } from './text/prose.ts';

/** Words that name a value to fill in. Other words in brackets are button labels, names or remarks. */
const NAMES = new Set(
  `name firstname lastname surname fullname username customer visitor client agent
  date time day deadline weekday amount price sum total number order ordernumber order-id id
  link url website email e-mail phone address street city country postcode company product item model
  reason text placeholder signature
  vorname nachname anrede kunde kundenname datum uhrzeit tag betrag preis summe nummer bestellnummer kundennummer
  rechnungsnummer sendungsnummer adresse anschrift ort firma produkt artikel grund telefonnummer
  nombre apellido apellidos cliente fecha hora día importe precio número numero enlace correo teléfono dirección
  ciudad empresa producto motivo
  nom prénom prenom client montant prix numéro lien adresse ville société produit téléphone heure
  nome cognome sobrenome data ora montante importo prezzo preço valor numero número indirizzo endereço telefono telefone
  naam voornaam achternaam klant klantnaam bedrag prijs nummer bestelnummer adres telefoonnummer tijd
  imię imie nazwisko klient godzina kwota cena numer adres telefon
  isim ad soyad müşteri tarih saat tutar fiyat numara adres telefon
  namn förnamn efternamn kund belopp pris navn fornavn kunde beløb dato jméno příjmení částka číslo
  имя фамилия клиент дата время сумма номер адрес телефон ім'я ім’я прізвище клієнт час сума
  όνομα ημερομηνία ποσό αριθμός tên ngày nama tanggal jumlah nomor
  名前 お名前 氏名 日付 日時 時間 金額 番号 注文番号 住所 電話番号 会社名 商品名 担当者 担当者名 お客様名
  姓名 名字 日期 时间 時間 金额 编号 订单号 地址 电话 公司 商品 客户
  이름 성함 고객명 날짜 시간 금액 번호 주문번호 주소 전화번호
  الاسم اسم التاريخ تاريخ الوقت المبلغ الرقم العنوان الهاتف שם תאריך שעה סכום מספר כתובת טלפון नाम तारीख समय राशि`
    .split(/\s+/)
    .filter(Boolean),
);

const ORDERS =
  /^(?:insert|enter|add|fill in|put|your|please insert|hier|ihr|insertar|insérer|inserir|inserire|wstaw)\b/iu;
const IDENTIFIER = /^(?:[A-Z][A-Z\d]*(?:_[A-Z\d]+)+|[a-z][a-z\d]*(?:_[a-z\d]+)+|X{2,})$/u;
const MAX_WORDS = 4;

/** Whether the text between brackets names something to fill in: `date`, `ORDER_ID`, `insert link`, `número de pedido`. */
function isPlaceholderName(inside: string): boolean {
  const name = inside.trim().toLocaleLowerCase('en');
  if (IDENTIFIER.test(inside.trim()) || ORDERS.test(name)) return true;
  const words = name.split(/[\s/]+/u);
  return words.length <= MAX_WORDS && words.some((word) => NAMES.has(word));
}

const MUSTACHE = /\{\{[^{}\n]{0,60}\}\}|<<[^<>\n]{1,60}>>|\[\[[^[\]\n]{1,60}\]\]|\$\{[^{}\n]{1,60}\}/u;
/** One name in braces or between percent signs. JSON and CSS have quotes, colons or semicolons in theirs. */
const BRACES = /\{ ?\p{L}[\p{L}\p{N}_.-]*(?: \p{L}[\p{L}\p{N}_.-]*){0,3} ?\}/u;
const PERCENT = /%(?:[A-Z][A-Z\d]*(?:_[A-Z\d]+)*|[a-z]+(?:_[a-z\d]+)+)%/u;
/** Not the text of a Markdown link, and not an index as in `items[date]`. */
const BRACKETS =
  /(?<![\p{Script=Latin}\p{N}\]])\[([^[\]\n]{1,40})\](?![([])|【([^】\n]{1,20})】|［([^］\n]{1,20})］|<([^<>\n]{1,40})>/gu;
const BLANK = /(?<=\S[^\n]*)_{3,}|_{3,}(?=[^\n]*[^\s_])/u;
const NOTE = /\b(?:TODO|FIXME|TBC):|\blorem ipsum\b/iu;
/** Groups of X, also with separators as in a date; a digit after them makes it a masked number. */
const CROSSES =
  /(?<![\p{Script=Latin}\p{N}*])(?:X{3,}|X{2}(?:[.:/-]X{2,})+|X{2}(?=[年月日時时点號号]))(?![\p{Script=Latin}\p{N}*]|[ -]?[X\d])/u;
const CIRCLES = /(?<![一二三四五六七八九])[〇○◯△×]{2,}(?![一二三四五六七八九])/u;

/** A placeholder that was left in, such as `{{name}}`, `XXX` or `[date]`. */
export function findPlaceholder({ text }: Pick<CheckInput, 'text'>): Finding | undefined {
  const prose = withoutCode(text);
  const found = [MUSTACHE, BRACES, PERCENT, NOTE, BLANK, CIRCLES].map((pattern) => pattern.exec(prose)?.[0]);
  const first = found.find((match) => match !== undefined) ?? crossesIn(prose) ?? bracketsIn(prose);
  return first === undefined ? undefined : { code: 'placeholder', text: first };
}

/** Full-width letters are crosses as well. */
const crossesIn = (prose: string) => CROSSES.exec(prose.replaceAll('Ｘ', 'X'))?.[0];

function bracketsIn(prose: string): string | undefined {
  for (const [whole, ...inside] of prose.matchAll(BRACKETS)) {
    if (isPlaceholderName(inside.find((name) => name !== undefined) ?? '')) return whole;
  }
  return undefined;
}
