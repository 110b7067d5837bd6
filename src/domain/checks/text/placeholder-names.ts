/** Words that name what is to be filled in; brackets around others are labels of buttons, names or remarks. */
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
const MOST_WORDS = 4;

/** Whether the text between brackets names something to fill in: `date`, `ORDER_ID`, `insert link`, `número de pedido`. */
export function isPlaceholderName(inside: string): boolean {
  const name = inside.trim().toLocaleLowerCase('en');
  if (IDENTIFIER.test(inside.trim()) || ORDERS.test(name)) return true;
  const words = name.split(/[\s/]+/u);
  return words.length <= MOST_WORDS && words.some((word) => NAMES.has(word));
}
