import type { CheckInput, Finding } from './finding.ts';

const listed = (words: string) =>
  words
    .split(/[|\n]/)
    .map((word) => word.trim())
    .filter(Boolean);

/** Greetings and goodbyes, in lower case. */
const GREETINGS = listed(`hello again|hello there|hello|hi there|hi all|hi|hey|dear|good morning|good afternoon
  good evening|good day|greetings|welcome|kind regards|best regards|best wishes|warm regards|many thanks|regards
  yours sincerely|sincerely|best|cheers|your team|your support team
  guten morgen|guten tag|guten abend|hallo zusammen|hallo|moin moin|moin|servus|grüß gott|grüezi|sehr geehrter
  sehr geehrte damen und herren|sehr geehrte|lieber|liebe|mit freundlichen grüßen|freundliche grüße|viele grüße
  beste grüße|liebe grüße|herzliche grüße|schöne grüße
  hola|buenos días|buenas tardes|buenas noches|buenas|buen día|estimada|estimado|querida|querido|saludos
  un cordial saludo|un saludo|atentamente
  bonjour|bonsoir|salut|cher|chère|cordialement|bien cordialement|bien à vous|sincères salutations
  olá|oi|bom dia|boa tarde|boa noite|caro|cara|prezado|prezada|atenciosamente|cumprimentos|com os melhores cumprimentos
  buongiorno|buonasera|ciao|salve|gentile|egregio|cordiali saluti|distinti saluti
  hallo|goedemorgen|goedemiddag|goedenavond|goedendag|beste|geachte|met vriendelijke groet|groeten|vriendelijke groeten
  dzień dobry|dobry wieczór|cześć|witam|witaj|szanowna|szanowny|pozdrawiam|z poważaniem
  merhabalar|merhaba|selam|günaydın|iyi günler|iyi akşamlar|sayın|saygılarımla|sevgiler
  hej|hejsan|god morgon|god dag|god kväll|med vänliga hälsningar|vänliga hälsningar|kære|goddag|med venlig hilsen
  dobrý den|dobré ráno|ahoj|vážená|vážený|s pozdravem|halo|selamat pagi|selamat siang|selamat sore|salam
  xin chào|chào bạn|chào anh|chào chị|chào
  здравствуйте|добрый день|доброе утро|добрый вечер|привет|уважаемая|уважаемый|с уважением
  добрий день|доброго дня|вітаю|вітаємо|шановна|шановний|з повагою|γεια σας|καλημέρα|καλησπέρα|αγαπητέ|αγαπητή
  مرحبا بك|مرحباً بك|مرحبا|مرحباً|أهلا وسهلا|أهلاً وسهلاً|أهلا|أهلاً|السلام عليكم ورحمة الله وبركاته
  السلام عليكم ورحمة الله|السلام عليكم|صباح الخير|مساء الخير|تحياتي|مع التحية|عزيزي|عزيزتي
  שלום רב|שלום|בוקר טוב|ערב טוב|צהריים טובים|היי|בברכה|नमस्ते|नमस्कार|प्रिय`);

/** Greetings and goodbyes in scripts without spaces between words. */
const UNSPACED = listed(`こんにちは|こんばんは|おはようございます|はじめまして|お世話になっております
  いつもお世話になっております|いつもありがとうございます|お問い合わせありがとうございます
  お問い合わせいただきありがとうございます|ご連絡ありがとうございます|よろしくお願いいたします
  よろしくお願い申し上げます|どうぞよろしくお願いいたします|よろしくお願いします
  您好|你好|早上好|下午好|晚上好|感谢您的来信|感谢您的咨询|感谢您的联系|祝好|此致|敬礼
  안녕하세요|안녕하십니까|반갑습니다|문의해 주셔서 감사합니다`);

/** Phrases that come with a greeting. */
const THANKS = listed(`and|thank you for your message|thank you for contacting us|thank you for reaching out
  thanks for your message|thanks for reaching out|thanks for contacting us|thank you for writing
  und|vielen dank für ihre nachricht|danke für ihre nachricht|vielen dank für ihre anfrage
  y|gracias por su mensaje|gracias por escribirnos|gracias por contactarnos|gracias por ponerse en contacto con nosotros
  et|merci pour votre message|merci de nous avoir contactés|e|obrigado pela sua mensagem|obrigada pela sua mensagem
  obrigado pelo contacto|obrigado pelo contato|grazie per il suo messaggio|grazie per averci contattato
  en|bedankt voor uw bericht|dziękuję za wiadomość|dziękujemy za wiadomość|mesajınız için teşekkür ederiz
  bize ulaştığınız için teşekkürler|tack för ditt meddelande|tak for din besked|спасибо за обращение
  спасибо за ваше сообщение|дякуємо за звернення|شكرا لتواصلك معنا|شكراً لتواصلك معنا|תודה על פנייתך`);

/** Titles before a name. */
const TITLES = listed(`mr|mrs|ms|miss|mx|dr|prof|sir|madam|frau|herr|herrn|señora|señor|sra|sr|doña|don|madame
  monsieur|mme|m|mademoiselle|senhora|senhor|dona|signora|signor|signore|dott|mevrouw|meneer|dhr|mevr|pani|pan|panie
  paní|pane|fru|herra|госпожа|господин|пані|пане|κυρία|κύριε|السيد|السيدة|أستاذ|أستاذة|מר|גברת|श्री|श्रीमती`);

const SAYS_SOMETHING = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
/** Most characters of a text that may be only a greeting. */
const MAX_LENGTH = 200;

const longestFirst = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length);
const GREETED = longestFirst([...GREETINGS, ...THANKS]);
const GREETED_UNSPACED = longestFirst(UNSPACED);
const TITLED = longestFirst(TITLES);

const SPACES = /[^\S\n]+/gu;
const SEPARATORS = /^[\p{P}\p{S}\s]+/u;
const CONTINUES = /^[\p{L}\p{M}\p{N}]/u;
const CONTINUES_NAME = /^[\p{L}\p{M}]/u;
const BEFORE_TITLE = /^[,\s]+/u;
const UNSPACED_NAME = /^[\p{L}\p{N} ]{1,12}?(?:様|さま|さん|先生|女士|小姐|고객님|님)/u;
/** Up to four capitalized words, or one in a script without capitals, to the end of the phrase. */
const NAME =
  /^[,،\s]*(?:\p{Lu}[\p{L}\p{M}'’.-]*(?:[^\S\n]+\p{Lu}[\p{L}\p{M}'’.-]*){0,3}|[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]+)\s*(?=$|[\n\p{P}\p{S}])/u;

/** The draft says nothing: it is empty, or has only a greeting, with or without names and a closing. */
export function findMissingAnswer({ text }: Pick<CheckInput, 'text'>): Finding | undefined {
  if (!SAYS_SOMETHING.test(text)) return { code: 'empty' };
  return text.length <= MAX_LENGTH && isOnlyGreeting(text) ? { code: 'only_greeting' } : undefined;
}

function isOnlyGreeting(text: string): boolean {
  let rest = withoutStart(text.replace(SPACES, ' '), SEPARATORS);
  // An emoji alone is an answer.
  if (rest === '') return false;
  while (rest !== '') {
    const after = withoutGreeting(rest);
    if (after === rest) return false;
    rest = withoutStart(after, SEPARATORS);
  }
  return true;
}

/** Strips a greeting from the beginning, with the name after it. */
function withoutGreeting(text: string): string {
  const named = withoutStart(text, UNSPACED_NAME);
  const greeted = withoutWord(named, GREETED, CONTINUES) ?? withoutWord(named, GREETED_UNSPACED) ?? named;
  const addressed = greeted === text ? text : withoutStart(withoutTitle(greeted), NAME);
  return withoutStart(addressed, UNSPACED_NAME);
}

function withoutTitle(text: string): string {
  const rest = withoutWord(withoutStart(text, BEFORE_TITLE), TITLED, CONTINUES_NAME);
  return rest === undefined ? text : withoutStart(rest, /^\./);
}

/** The text without the first of these words that it begins with; undefined if there is none. */
function withoutWord(text: string, words: readonly string[], continues?: RegExp): string | undefined {
  const word = words.find(
    (each) =>
      text.slice(0, each.length).toLowerCase() === each.toLowerCase() && !continues?.test(text.slice(each.length)),
  );
  return word && text.slice(word.length);
}

const withoutStart = (text: string, start: RegExp) => text.replace(start, '');
