import type { SupportRoom } from '../../script.ts';
import { approved, edited, episode, inReview, rejected, staff, visitor } from '../../script.ts';

/** Lantern Street Clinic: appointments and papers; medical questions go to the nurses. */
export const lanternRooms: SupportRoom[] = [
  {
    name: 'Grace Mbeki – appointments',
    visitor: 'Grace Mbeki',
    staff: ['nomvula', 'tomas', 'mina'],
    language: 'en',
    page: 'https://lantern-clinic.example/appointments',
    isPrivate: true,
    episodes: [
      episode(
        '25d 7h',
        visitor('Hello, I need to move my appointment on Thursday. My boss has discovered a meeting.'),
        approved('Hello Grace, bosses do that. Dr Varga has Friday 8:20, or Monday 17:40. Which one shall I take?'),
        visitor('Monday late please.'),
        approved(
          'Monday 17:40 with Dr Varga is booked, Thursday is cancelled. You will get a reminder by text the day before.',
        ),
      ),
      episode(
        '20d 6h',
        visitor('Should I come without breakfast?'),
        rejected(
          'Yes, please do not eat for 12 hours.',
          'We may not give medical instructions. It is on her letter, else the nurse says so: 555-0119.',
          'tomas',
        ),
        approved(
          'Whether you need an empty stomach depends on the test, so I would rather not guess. It is printed on the letter under "Before you come"; or call Nurse Tamsin on 555-0119, she is there until 18:00.',
        ),
        visitor('Found it on the letter. Breakfast is allowed. Sensible clinic'),
        staff('Enjoy your breakfast!'),
      ),
      episode(
        '11d 5h',
        visitor(
          'Could I have the results by post instead of the portal? My eyes and small screens are no longer friends.',
        ),
        approved(
          'Of course. I have set your letters to paper in large type (16 point). If you would rather hear them, Dr Varga also calls on Thursdays; just say so.',
        ),
        visitor('Paper is perfect.'),
        approved('Then paper it stays, for everything from us, until you tell us otherwise.'),
      ),
      episode(
        '44m',
        visitor(
          'The letter came, thank you, very readable. It says to make a follow-up in six weeks but gives no telephone number for it.',
        ),
        inReview(
          'Thank you, we will add the number to the letter. You do not need it, though: six weeks from your visit, Dr Varga has a Monday 17:20 and a Wednesday 9:00. Tell me which, and you are done.',
        ),
      ),
    ],
  },
  {
    name: 'Familie Yıldız · Impfpass',
    visitor: 'Elif Yıldız',
    staff: ['zeynep', 'dmytro', 'kwame'],
    language: 'de',
    page: 'https://lantern-clinic.example/de/kinder',
    episodes: [
      episode(
        '22d 2h',
        visitor(
          'Hallo, wir haben den Impfpass unserer Tochter beim Umzug verloren. Können Sie einen neuen ausstellen?',
        ),
        approved(
          'Hallo Frau Yıldız, ja. Was bei uns geimpft wurde, steht in der Akte und kommt in einen neuen Pass. Für frühere Impfungen fragen wir mit Ihrer Erlaubnis die alte Praxis; das Formular dafür habe ich Ihnen ins Portal gelegt.',
        ),
        visitor('Super, die alte Praxis ist Dr. Lindner in Westmole.'),
        edited(
          'Danke, ich schreibe der Praxis Dr. Lindner heute, sobald das Formular unterschrieben ist. Das dauert meist eine Woche. Für die Kita bekommen Sie vorab eine Bescheinigung, wenn Sie eine brauchen.',
          'Danke, das mache ich heute noch.',
          { comment: 'Ohne Unterschrift dürfen wir nicht fragen. Und die Kita will sicher etwas Schriftliches.' },
        ),
        visitor('Ja bitte, für die Kita.'),
        approved(
          'Die Bescheinigung liegt an der Anmeldung, kostenlos, auf den Namen Ihrer Tochter. Bitte einen Ausweis mitbringen.',
        ),
      ),
      episode(
        '13d 4h',
        visitor('Gibt es schon was von Dr. Lindner?'),
        rejected('Nein.', 'Ein Wort ist keine Antwort. Wann wurde gefragt, wann haken wir nach?'),
        approved(
          'Noch nicht. Angefragt haben wir vor neun Tagen, heute Morgen habe ich dort angerufen: Die Unterlagen liegen im Archiv und kommen bis Freitag.',
        ),
        visitor('Danke fürs Nachhaken'),
        approved(
          'Der Pass ist da und vollständig! Sie können ihn ab morgen 8 Uhr abholen, oder wir schicken ihn per Einschreiben.',
        ),
      ),
      episode(
        '7h 30m',
        visitor(
          'Danke, abgeholt. Jetzt fragt die Schule nach einer „Schulunfähigkeitsbescheinigung“ für Montag. Gibt es so was?',
        ),
        staff('Ich frage kurz, wie das bei uns heißt. 🙂'),
        inReview(
          'Bei uns heißt es schlicht Attest. Für einen einzelnen Tag verlangt die Schule laut Schulordnung keins, eine Nachricht der Eltern genügt. Wenn sie trotzdem darauf besteht, stellt Dr. Varga es für 6 € aus, dazu müsste Ihre Tochter aber kurz herkommen.',
        ),
      ),
    ],
  },
  {
    name: 'Ravi Subramaniam — invoice',
    visitor: 'Ravi Subramaniam',
    staff: ['priya', 'tomas', 'weiting'],
    language: 'en',
    page: 'https://lantern-clinic.example/billing',
    isPrivate: true,
    episodes: [
      episode(
        '17d 7h',
        visitor('Hi, invoice LC-3391 lists a "home visit". The only person visiting my home that day was the plumber.'),
        approved(
          'Hi Ravi, unless our doctors have taken up plumbing, that is a mistake. The visit belonged to a patient with the next number. The invoice is corrected to 34.00 €, and a new one is on its way.',
        ),
        visitor('Good, since the plumber cost enough.'),
        staff('We hope the pipes have recovered, too.'),
      ),
      episode(
        '8d 7h',
        visitor('My insurance wants an itemised bill with codes. Yours has only totals.'),
        rejected(
          'Please ask your insurance which codes they need.',
          'They always need the same ones, and we have a template: "Invoice, itemised". Two clicks.',
        ),
        edited(
          'Here it is: an itemised copy of LC-3391 with all four codes is in your portal, in the form in which the insurers want it. You can switch this on for all future invoices under Settings, Billing.',
          'The itemised copy is in the portal.',
          { comment: 'Tell him about the switch, else he has to ask each time.' },
        ),
        visitor('Switched on. They have accepted it, too.'),
        approved('Good to know, thank you for closing the circle.'),
      ),
      episode(
        '1d 5h',
        visitor('New topic: I shall be away for three months. Can my mother collect my prescriptions?'),
        staff('Probably yes. I am checking what we need from you for that.'),
        inReview(
          'Yes, with a written authority from you: the form is called "Someone collects for me", in the portal under Documents. It takes one signature and holds for up to six months. Your mother shows her identity card at the desk; she does not need yours.',
        ),
      ),
    ],
  },
  {
    name: 'Ana Lucía Quispe',
    visitor: 'Ana Lucía Quispe',
    staff: ['luca', 'nomvula', 'mina'],
    language: 'es',
    page: 'https://lantern-clinic.example/es/citas',
    channel: 'whatsapp',
    episodes: [
      episode(
        '13d 8h',
        visitor('Buenos días, necesito una cita para mi papá. No habla inglés. ¿Hay alguien que traduzca?'),
        approved(
          'Buenos días, Ana Lucía. Sí: los martes y jueves está la enfermera Pilar, que es de Lima, y no cuesta nada. También podemos poner un intérprete por teléfono cualquier otro día.',
        ),
        visitor('¡De Lima! Mi papá va a estar feliz. El jueves entonces.'),
        approved(
          'Jueves a las 10:40, doctora Varga con Pilar. Que traiga las cajas de los medicamentos que toma, así no hay que recordar los nombres.',
        ),
      ),
      episode(
        '10d 9h',
        visitor('Todo muy bien ayer. Pilar y mi papá hablaron media hora de anticuchos 😄'),
        approved(
          'Pilar dice que la receta de su papá lleva demasiado comino y que lo espera en la próxima cita para discutirlo.',
        ),
        visitor('jajaja se lo digo'),
      ),
      episode(
        '2h 15m',
        visitor('Hola, mi papá se siente mareado con las pastillas nuevas. ¿Las deja de tomar?'),
        rejected(
          'Sí, que las deje hasta la próxima cita.',
          'No damos consejo médico. Pásala a enfermería ahora mismo y, si empeora, al 112.',
        ),
        inReview(
          'Eso lo tiene que decidir la doctora, y hoy mismo: acabo de avisar a Pilar y lo llama al teléfono de usted en los próximos 15 minutos. Mientras tanto, que se siente y no conduzca. Si le falta el aire o se desmaya, llame al 112 sin esperar.',
        ),
      ),
    ],
  },
];
