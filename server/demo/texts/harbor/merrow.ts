import type { SupportRoom } from '../../script.ts';
import { approved, edited, episode, inReview, rejected, staff, visitor } from '../../script.ts';

/** Merrow Savings Bank: accounts, cards and small loans, two branches. */
export const merrowRooms: SupportRoom[] = [
  {
    name: 'Hassan Jamil · card blocked abroad',
    visitor: 'Hassan Jamil',
    staff: ['priya', 'tomas', 'ingrid', 'mina'],
    language: 'en',
    page: 'https://merrow.example/cards',
    isPrivate: true,
    episodes: [
      episode(
        '26d 8h',
        visitor(
          'My card has just been declined in a petrol station in Portugal. I have 12 litres in the tank and no cash!!',
        ),
        rejected(
          'Please visit your nearest Merrow branch with a photo ID.',
          'His nearest branch is 2,000 km away. There is a travel unblock, use it.',
        ),
        approved(
          'Hassan, understood, let us get you driving. Please open the Merrow app, tap the red banner "Was this you?" and confirm the 40 € at the petrol station. The card works again ten seconds later. I am staying here until it does.',
        ),
        visitor('It worked. The man at the till applauded.'),
        approved(
          'Wonderful! The block came from two payments in two countries within an hour. I have added Portugal and Spain to your travel list until the end of the month, so it should not happen again on this trip.',
        ),
      ),
      episode(
        '24d 2h',
        visitor('Different thing: 3.20 € "foreign fee" on the petrol. I thought that was abolished in the euro area?'),
        approved(
          'It is, and it should not have been charged: the petrol station billed in pounds through its payment company. We refund such fees when you tell us. 3.20 € is booked back.',
        ),
        visitor('On to Lisbon then. Thanks for both.'),
        staff('Safe travels!'),
      ),
      episode(
        '12d 3h',
        visitor('Back home. Can I order a second card for my wife on the same account?'),
        edited(
          'Yes. Your wife needs to sign once, in the app or at the branch in Fish Street; the card then comes by post within five days and its PIN in a letter of its own. 12 € a year, the first year is free.',
          "Yes. Please send me your wife's full name, date of birth and a copy of her passport here in the chat.",
          { comment: 'No identity papers in the chat, ever. She identifies herself in the app or the branch.' },
        ),
        visitor('She prefers the branch, she does not trust telephones.'),
        approved(
          'A sound principle. Any weekday from 9:00 to 16:30, no appointment needed; she should bring a passport or identity card.',
        ),
      ),
      episode(
        '4m',
        visitor(
          'Sorry to bother you again. A text message says my Merrow account is frozen and I must confirm at http://merrow-secure-login.example/verify?id=884213&session=9f2c61d0a7. Is that you?',
        ),
        inReview(
          'No, that is not us, and thank you for asking before clicking. We never send links by text message. Please delete it. If you did type anything on that page, tell me now and I block your online access within a minute; your money is safe either way.',
        ),
        visitor('I clicked but did not type anything'),
      ),
    ],
  },
  {
    name: 'Ольга Мельник / Olha Melnyk',
    visitor: 'Olha Melnyk',
    staff: ['dmytro', 'zeynep', 'kwame'],
    language: 'en',
    page: 'https://merrow.example/open-account',
    episodes: [
      episode(
        '28d 1h',
        visitor(
          'Hello. I moved here two months ago and want to open an account. I have a residence permit but no electricity bill in my name.',
        ),
        rejected(
          'We need a utility bill as proof of address. Without it we cannot open an account.',
          'A registration from the city office is enough (rule 3b). Many newcomers have no bill, please know this one.',
        ),
        approved(
          'Hello Olha, welcome to Port Ellery. You do not need a bill: the registration paper from the city office is enough, together with your permit. Could you come to the branch, or would you rather do it by video?',
        ),
        visitor('Video please, I work in the day.'),
        approved(
          'Video is open until 20:00. I have booked you for tomorrow at 18:30; please have both papers and good light. My colleague speaks Ukrainian, if that helps.',
        ),
        visitor('That helps very much 💛💙'),
      ),
      episode(
        '27d 2h',
        visitor('Done, 12 minutes. IBAN received: XX00 MERR 0000 1234 5678 90. When does the card come?'),
        edited(
          'Lovely! The card should arrive on Thursday or Friday. One request: please do not write your full account number in a chat, ours included. I have hidden it in our record.',
          'Lovely! The card comes on Thursday. Your IBAN XX00 MERR 0000 1234 5678 90 is active.',
          { comment: 'Never repeat an account number back.' },
        ),
        visitor('Understood, sorry'),
      ),
      episode(
        '20d 3h',
        visitor('Card is here, but the PIN letter was open at the side.'),
        approved(
          'Thank you for looking so closely. An open PIN letter counts as read: I have cancelled that PIN and a new letter leaves today. You can already pay by phone until it comes.',
        ),
        visitor('Thank you for taking it seriously.'),
        approved(
          'Always. If the second one is open as well, please keep the envelope, then we will have a word with the post office.',
        ),
      ),
      episode(
        '2h 35m',
        visitor('Good day. My salary arrives on the 28th. Can I get a small overdraft, 200 €? How much does it cost?'),
        staff('Good day Olha, let me look at the conditions for new accounts.'),
        inReview(
          'Good day Olha. After three salaries an overdraft of up to 300 € is possible, so for you from the end of this month. It costs 8.9 % a year: if you are 200 € below zero for ten days, that makes about 49 cents. I can note your wish now so that you only have to confirm it on the 28th.',
        ),
      ),
    ],
  },
  {
    name: 'Pension question · Arthur Pym',
    visitor: 'Arthur Pym',
    staff: ['aoife', 'nomvula', 'mina'],
    language: 'en',
    page: 'https://merrow.example/help',
    description: '84 years old. Large type, short sentences, no abbreviations.',
    episodes: [
      episode(
        '19d 4h',
        visitor(
          'Dear Sirs, I am eighty-four. You have closed the counter in Harbour Road. How am I to obtain my pension in cash. Yours faithfully, A. Pym',
        ),
        rejected(
          'Hi Arthur! Just use our app or any ATM 😊',
          'Please read the note on the room. He asked for cash and has no smartphone.',
        ),
        approved(
          'Dear Mr Pym, there are two ways. Every Tuesday from 10 to 12 our bus stands outside the library in Harbour Road, with a clerk on board. Or we bring your pension to your door on the first of each month, free of charge for customers over eighty. Which would you like? Yours sincerely, Aoife Brennan',
          { by: 'aoife' },
        ),
        visitor('Dear Miss Brennan, The bus. I like a reason to go out. A. Pym'),
        approved(
          'Dear Mr Pym, then the bus it is. The clerk is called Mr Ruiz. I have told him that you are coming. Yours sincerely, Aoife Brennan',
          { by: 'aoife' },
        ),
      ),
      episode(
        '12d 6h',
        visitor(
          'Dear Miss Brennan, Mr Ruiz had everything ready and a chair. I withdraw my remarks about the bank. A. Pym',
        ),
        approved('Dear Mr Pym, I shall keep this message. Mr Ruiz has read it twice. Yours sincerely, Aoife Brennan', {
          by: 'aoife',
        }),
      ),
      episode(
        '4h 10m',
        visitor(
          'Dear Miss Brennan, My statement shows a charge of four euros "account maintenance". I did not ask for any maintenance. A. Pym',
        ),
        staff('Dear Mr Pym, I am looking at your statement now. Aoife Brennan'),
        inReview(
          'Dear Mr Pym, you are quite right to question it. Since January there is no charge for customers over eighty, and your account was overlooked. I have returned the four euros, and the three times four euros of the months before: sixteen euros in all. Yours sincerely, Aoife Brennan',
          'aoife',
        ),
      ),
    ],
  },
  {
    name: 'Valentina Ríos · préstamo para el barco',
    visitor: 'Valentina Ríos',
    staff: ['luca', 'tomas', 'ingrid'],
    language: 'es',
    page: 'https://merrow.example/es/prestamos',
    episodes: [
      episode(
        '18d 7h',
        visitor('Buenas, ¿dan préstamos para barcos de segunda mano? Busco 9.000 € a cuatro años.'),
        approved(
          'Buenas, Valentina. Sí, para barcos de hasta 25 años. Con 9.000 € a 48 meses la cuota orientativa sería de unos 212 € al mes; el tipo exacto depende de sus ingresos y se lo damos por escrito antes de que decida nada.',
        ),
        visitor('El barco es de 1998... ¿pasa algo?'),
        edited(
          'Con 1998 supera los 25 años, así que hace falta un informe de un perito. Cuesta unos 180 € y, si el préstamo se aprueba, lo pagamos nosotros.',
          'Entonces no podemos.',
          { comment: 'Sí podemos, con peritaje (punto 6 de las condiciones).' },
        ),
        visitor('Eso suena justo. ¿A quién llamo?'),
        approved(
          'A nadie: la perita, Elsa Moritz, le escribe hoy para acordar la visita en el puerto. Suele tardar una hora y es muy franca.',
        ),
      ),
      episode(
        '6d 1h',
        visitor('Elsa dice que el casco está mejor que el motor. ¿Cambia algo?'),
        rejected(
          'El préstamo queda aprobado, ¡enhorabuena!',
          'Nadie ha aprobado nada todavía: el informe llegó hoy. No prometer.',
        ),
        approved(
          'El informe llegó esta mañana y es favorable en lo que nos importa: flota. La decisión sale el viernes. Si pide además 1.500 € para el motor, dígamelo antes del jueves para que entre todo junto.',
        ),
        visitor('Sí, súmelos por favor.'),
        approved('Sumados: 10.500 € a 48 meses. El viernes le escribo con la respuesta, sea la que sea.'),
      ),
      episode(
        '38m',
        visitor('¡Aprobado! 🎉 ¿Cuándo llega el dinero? El vendedor se impacienta.'),
        rejected(
          '¡Enhorabuena! En cuanto firme el contrato en la aplicación, el dinero sale el mismo día si es antes de las 15:00. Al vendedor puede enviarle la carta de financiación que tiene ya en «Documentos»: con eso suelen calmarse.',
          'El corte es a las 14:00, no a las 15:00. Con un vendedor impaciente eso importa.',
          'tomas',
        ),
      ),
    ],
  },
  {
    name: 'Wang Jun 王军 — merchant terminal',
    visitor: '王军',
    staff: ['weiting', 'priya', 'tomas'],
    language: 'zh',
    page: 'https://merrow.example/zh/business/terminal',
    channel: 'whatsapp',
    episodes: [
      episode(
        '14d 7h',
        visitor('刷卡机显示“E12 连接失败”，现在是午饭时间，排队的人很多！'),
        approved(
          '王先生，请长按绿色键和0键五秒，机器会改用内置的手机网络，大约二十秒后恢复。期间可以先收现金，我一直在线。',
          { by: 'tomas' },
        ),
        visitor('好了！能刷了！'),
        approved('太好了。E12是店里的无线网络断了，路由器重启后机器会自动切回来，不另收流量费。', { by: 'tomas' }),
      ),
      episode(
        '5d 4h',
        visitor('上个月手续费比平时多了18欧，为什么？'),
        rejected(
          '手续费随交易额变化，属于正常情况。',
          '他问的是为什么多了18欧。账单里有两笔退单费，各9欧，请具体说明并告诉他怎么申诉。',
          'priya',
        ),
        approved(
          '我查了账单：多出的18欧是两笔退单费，每笔9欧，分别在3号和11号，顾客说没有认出店名。账单上您的店名显示为“WJ Trading”，我可以免费改成招牌上的“金波面馆”，这样以后就不容易被误认了。',
          { by: 'priya' },
        ),
        visitor('原来如此，请改成金波面馆。'),
        approved('已经改好，明天起顾客的账单上就会显示“金波面馆”。这两笔退单费这次我们替您免除。', { by: 'priya' }),
      ),
      episode(
        '1d 1h',
        visitor('谢谢。我想再加一台，放在外面的座位。'),
        staff('好的，我先确认一下库存和颜色。'),
        inReview(
          '便携款今天有货，每月12欧，电池可用约九小时，防溅水。周四上午可以送到店里并当场设置好，大约十五分钟，避开午饭时间。',
          'tomas',
        ),
      ),
    ],
  },
];
