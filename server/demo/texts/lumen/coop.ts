import type { SupportRoom } from '../../script.ts';
import { approved, edited, episode, inReview, rejected, staff, visitor } from '../../script.ts';

/** Sunward: an energy cooperative whose members own the plants and share what they earn. */
export const coopRooms: SupportRoom[] = [
  {
    name: 'Member 00731 · Tomasz Zieliński',
    visitor: 'Tomasz Zieliński',
    staff: ['jonas', 'sofia', 'rafael'],
    language: 'pl',
    page: 'https://sunward.example/pl/rozliczenia',
    episodes: [
      episode(
        '23d 4h',
        visitor('Dzień dobry, rachunek za wrzesień jest dwa razy wyższy niż rok temu. Mieszkam sam z kotem.'),
        approved(
          'Dzień dobry, panie Tomaszu. Sprawdziłem: odczyt z 30 września był szacowany, bo licznik nie odpowiadał. Wystarczy zdjęcie licznika, a przeliczymy rachunek jeszcze dziś. Kota nie podejrzewamy.',
          { by: 'jonas' },
        ),
        visitor('Zdjęcie wysłane: 18 442 kWh.'),
        approved(
          'Dziękuję. Szacunek był o 211 kWh za wysoki, nowy rachunek to 41,60 € zamiast 96,46 €. Różnica wraca na konto w ciągu trzech dni.',
        ),
        visitor('Kot i ja dziękujemy'),
      ),
      episode(
        '4d 2h',
        visitor('Czy da się, żeby licznik sam wysyłał odczyty, tak jak u sąsiada?'),
        rejected(
          'Trzeba wymienić licznik na własny koszt (120 €).',
          'Dla członków od pięciu lat wymiana jest bezpłatna, on jest od siedmiu.',
        ),
        approved(
          'Da się. Jest pan członkiem od siedmiu lat, więc wymiana jest bezpłatna. Monter może przyjść w środę między 8 a 10, prąd zniknie na około 20 minut.',
        ),
        visitor('Środa pasuje.'),
        staff('Zapisane, do środy!'),
      ),
    ],
  },
  {
    name: 'Catarina & the shares',
    visitor: 'Catarina Duarte',
    staff: ['sofia', 'anjali', 'femi'],
    language: 'en',
    page: 'https://sunward.example/shares',
    isPrivate: true,
    episodes: [
      episode(
        '25d 2h',
        visitor('Hello. I own five shares of 250 €. Can I give two to my daughter, who has turned 18?'),
        edited(
          'Hello Catarina, yes: shares can be passed on within the family at any time. Your daughter becomes a member with the form M-2, you sign the transfer, and the board confirms it at its next meeting on the first Monday of the month. It costs nothing.',
          'Yes, shares can be sold freely to anybody at any time for any price.',
          { comment: 'Within the family only, and the board has to confirm. Please never write "sold freely".' },
        ),
        visitor('Lovely. She will come to the general meeting and ask difficult questions.'),
        approved('We are counting on it. The meeting is on 14 March, with soup.'),
      ),
      episode(
        '6d 5h',
        visitor('Did the board confirm?'),
        approved(
          "Yes, on Monday, unanimously. Two shares are in your daughter's name, her number is 02216, and her first dividend comes in July: about 15 €, the traditional first pizza.",
        ),
        visitor('🍕 she approves'),
      ),
      episode(
        '3h 50m',
        visitor('One more: I am moving to another town. Do I have to leave the cooperative?'),
        staff('Certainly not for the shares; let me check what it means for your tariff.'),
        inReview(
          'You may stay a member wherever you live, with your shares, vote and dividend. Only the local tariff ends with the old meter; at the new address you can take our green tariff (31.2 ct, all regions). Tell us the date and the new meter number two weeks ahead.',
        ),
      ),
    ],
  },
  {
    name: '陈思远 · 入社申请',
    visitor: '陈思远',
    staff: ['jonas', 'greta', 'anjali'],
    language: 'zh',
    page: 'https://sunward.example/zh/join',
    episodes: [
      episode(
        '17d 3h',
        visitor('你好，租房的人也能加入合作社吗？我没有屋顶。'),
        approved(
          '陈先生您好，可以的。成员不需要自己的屋顶，电站建在学校和谷仓上，您只是共同拥有它们。最少一股，250欧，可以分十个月付。',
        ),
        visitor('那每年能分多少？'),
        rejected('每年保证4%。', '分红不能保证。给过去几年的数字，并说明可能更低。'),
        approved('分红由成员大会每年决定，不能保证。过去五年是1.5%到3.8%之间，也有一年是零，因为换了变压器。'),
        visitor('说得很坦白，我加入。'),
        approved('欢迎！申请表M-1已发到您的邮箱，签名后拍照发回即可。'),
      ),
      episode(
        '18m',
        visitor('表格已寄。请问可以用支付宝付第一期吗？'),
        inReview(
          '谢谢，表格收到了，填写完整。目前只能用银行转账或银行卡，支付宝还不行。第一期25欧的付款链接已发到您的邮箱，三十天内有效。',
        ),
      ),
    ],
  },
  {
    name: 'Complaint: wind turbine noise (Halvorsen)',
    visitor: 'Astrid Halvorsen',
    staff: ['sofia', 'rafael', 'femi'],
    language: 'en',
    page: 'https://sunward.example/contact',
    description: 'Neighbour of the turbine at Kråkeberg, not a member. Be exact.',
    episodes: [
      episode(
        '27d 5h',
        visitor(
          'I live 640 metres from your turbine at Kråkeberg. I am not against wind power; I signed the petition in favour of it. But since the repair in August it makes a sound like a suitcase being pulled over cobblestones, all night, whenever the wind is from the west.\n\nI have kept a list of the nights. There are 23.',
        ),
        rejected(
          'The turbine complies with all legal limits.',
          'Perhaps, but no one has measured since August. Ask for the list and send the technician.',
        ),
        approved(
          'Dear Ms Halvorsen, thank you for writing so precisely. Please send us the list: we will lay it beside the log of the turbine, hour by hour. And we have not measured the sound since the repair in August, so we will do that now, from your garden if you allow it.',
        ),
        visitor('You may. Gate is open, dog is friendly, mostly.'),
        approved(
          'The acoustician, Mr Osei-Bonsu, comes on the next night with west wind. He will text you an hour before, and bring something for the dog.',
        ),
      ),
      episode(
        '13d 6h',
        visitor('He was here until 3 in the morning. He heard it too.'),
        approved(
          'He did: 22 of your 23 nights match the hours when the yaw brake was dragging. That is a fault and not your imagination. The turbine stands still at night until the brake has been replaced.',
        ),
        visitor('I slept. I had forgotten what it is like. Thank you.'),
      ),
      episode(
        '1d 5h',
        visitor('It turned last night, west wind, and I heard nothing but wind. Is it repaired?'),
        staff('Good morning Ms Halvorsen, I am getting the log of last night.'),
        inReview(
          "Yes: the new brake went in on Tuesday, and last night was its first with west wind. We will leave the microphone at your fence for four more weeks, if that is all right, and send you the curve each Monday. The 23rd night, by the way, was the neighbour's combine harvester.",
        ),
      ),
    ],
  },
  {
    name: 'مها العلي · فاتورة الكهرباء',
    visitor: 'مها العلي',
    staff: ['sofia', 'anjali', 'femi'],
    language: 'ar',
    page: 'https://sunward.example/ar/bills',
    episodes: [
      episode(
        '16d 8h',
        visitor('السلام عليكم، ما معنى «رسوم الشبكة» في الفاتورة؟ هي نصف المبلغ تقريبًا!'),
        approved(
          'وعليكم السلام مها. رسوم الشبكة تذهب لمن يملك الأسلاك والمحوّلات لا لنا، وهي واحدة عند كل الشركات. ما تدفعينه لنا ثمن الطاقة وحده: 29 يورو من أصل 61 هذا الشهر.',
        ),
        visitor('واضح الآن، شكرًا.'),
      ),
      episode(
        '7d 4h',
        visitor('هل أستطيع أن أدفع على قسطين هذا الشهر؟'),
        rejected(
          'الدفع كاملًا قبل تاريخ الاستحقاق، وإلا تُفصل الخدمة.',
          'تعاونية لا تهدّد أعضاءها. التقسيط متاح حتى ثلاث دفعات بلا فوائد.',
        ),
        approved(
          'بالتأكيد، وبلا أي زيادة: 30.50 يورو الآن ومثلها بعد شهر. فعّلتُ التقسيط ولا حاجة إلى أي طلب. وإن ضاق الشهر القادم أيضًا فاكتبي لنا قبل موعده فقط.',
        ),
        visitor('أراح الله قلوبكم 🌷'),
        approved('وقلبك يا مها. نحن تعاونية، وهذا ما وُجدنا له.'),
      ),
      episode(
        '49m',
        visitor('دفعت القسط الثاني اليوم قبل موعده. هل وصل؟ رقم العملية 7718-0093'),
        inReview(
          'وصل يا مها، العملية 7718-0093 مسجّلة وحسابك الآن صفر تمامًا. شكرًا على السداد المبكر. سأعيد الدفع الشهري العادي من الفاتورة القادمة ما لم تفضّلي التقسيط.',
        ),
      ),
    ],
  },
];
