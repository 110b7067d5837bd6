import type { SupportRoom } from '../../script.ts';
import { approved, edited, episode, inReview, rejected, staff, visitor } from '../../script.ts';

/** Lumen Home: lamps, switches and sensors that talk to each other. */
export const homeRooms: SupportRoom[] = [
  {
    name: '小林 大輔 · 電球がつながらない',
    visitor: '小林 大輔',
    staff: ['sofia', 'anjali'],
    language: 'ja',
    page: 'https://home.lumen.example/ja/support/pairing',
    channel: 'line',
    episodes: [
      episode(
        '19d 5h',
        visitor('新しい電球がアプリに出てきません。三回やり直しました。'),
        approved(
          '小林様、お手数をおかけしております。電球を五回続けて消灯・点灯し、二回点滅したら準備完了です。その状態でアプリの「追加」を押し、スマートフォンを一メートル以内に近づけてください。',
        ),
        visitor('点滅しました！出てきました！'),
        approved('よかったです。部屋の名前を付けておくと、停電のあとも自動で元の設定に戻ります。'),
      ),
      episode(
        '7d 3h',
        visitor('夜中の三時に勝手に点きました。幽霊でしょうか。'),
        rejected('仕様です。', '停電復旧時の初期設定が「点灯」だからです。理由と変更方法を伝えてください。'),
        approved(
          '幽霊ではございませんのでご安心ください。三時二分に短い停電があり、復旧時に点灯する設定でした。「設定」→「停電のあと」→「前の状態」に変更しておくと、次回は消えたままです。',
        ),
        visitor('よく眠れそうです、ありがとう。'),
        staff('おやすみなさいませ。'),
      ),
      episode(
        '58m',
        visitor('こんばんは。犬が吠えると玄関の灯りが点くようにできますか？半分冗談です。'),
        inReview(
          '半分本気でお答えします。音センサー「Lumen Ear」（24€）を玄関に置き、感度を「中」、反応時間を二秒以上にすると、来客のチャイムと犬の声に反応します。くしゃみでは点きません。',
        ),
      ),
    ],
  },
  {
    name: 'Aline Moreau – théâtre municipal',
    visitor: 'Aline Moreau',
    staff: ['jonas', 'rafael', 'femi'],
    language: 'fr',
    page: 'https://home.lumen.example/fr/pro',
    episodes: [
      episode(
        '16d 4h',
        visitor(
          "Bonjour, nous avons 64 lampes dans le foyer du théâtre. Elles s'éteignent une par une au lieu de toutes ensemble. Joli, mais non.",
        ),
        approved(
          "Bonjour, au-delà de 50 lampes il faut créer un « groupe radio » : un seul message au lieu de 64. Dans l'application : Lieu, Groupes, « Envoyer ensemble ». Comptez une minute pour que chaque lampe l'apprenne.",
        ),
        visitor("Fait. C'est net maintenant. Presque trop, le public a applaudi."),
        approved("Un fondu de 1,5 seconde (Groupes, Transition) et ils croiront que c'est voulu."),
      ),
      episode(
        '3h 25m',
        visitor("Peut-on empêcher les spectateurs de commander les lampes avec leur téléphone ? Hier c'était vert."),
        staff('Vert ? Je regarde les réglages avec vous.'),
        inReview(
          'Oui, et toutes nos excuses à la pièce. Le mode invité était ouvert : désactivez-le sous Lieu, Accès, « Invités ». Changez aussi le code affiché sur le boîtier de la régie, il était visible depuis le balcon (votre photo du 3, en bas à droite).',
        ),
      ),
    ],
  },
  {
    name: 'Dead switch · Nuno Teixeira',
    visitor: 'Nuno Teixeira',
    staff: ['sofia', 'jonas', 'rafael'],
    language: 'pt',
    page: 'https://home.lumen.example/pt/interruptores',
    episodes: [
      episode(
        '13d 1h',
        visitor('O interruptor sem fios deixou de funcionar depois de 8 meses. A pilha não dura 5 anos?'),
        edited(
          'Deveria, sim. A série de março (número a começar por 2403) gasta a pilha por um erro nosso. Enviamos um interruptor novo e uma pilha, sem custos; o antigo pode ir para a reciclagem.',
          'Troque a pilha, modelo CR2032.',
          { comment: 'É a série 2403, temos de substituir por iniciativa própria.' },
        ),
        visitor('É 2403 mesmo. Tenho mais quatro iguais!'),
        approved('Então seguem cinco. Chegam na sexta, já emparelhados com a sua casa: basta tirar a fita e colar.'),
      ),
      episode(
        '2d 3h',
        visitor('Chegaram, todos a funcionar 👏 Obrigado'),
        approved('Obrigado nós, pela paciência e por olhar para o número.'),
      ),
      episode(
        '12m',
        visitor('Posso usar um deles na casa de banho? Há humidade.'),
        rejected(
          'Pode, desde que fique a mais de 60 cm da banheira ou do duche: o interruptor aguenta vapor (IP44), mas não jatos de água. A fita cola melhor em azulejo se o limpar antes com álcool.',
          'A série nova é IP20, não IP44: só fora da zona do duche. Confira a ficha antes de responder.',
          'sofia',
        ),
      ),
    ],
  },
  {
    name: 'Birgitta Ek',
    visitor: 'Birgitta Ek',
    staff: ['jonas', 'anjali', 'greta'],
    language: 'en',
    page: 'https://home.lumen.example/returns',
    isClosed: true,
    isSettled: true,
    episodes: [
      episode(
        '24d 8h',
        visitor('I should like to return the talking lamp. It answers when no one has asked it anything.'),
        rejected(
          'Please describe the problem in more detail.',
          'She did, and charmingly. Offer both: voice off, or return.',
        ),
        approved(
          'Dear Ms Ek, we understand. You can turn off its voice with the small slider below the foot, and it is then a very good lamp. Or we take it back within 60 days and refund 89 €. What would you like?',
        ),
        visitor('I found the slider. It is a very good lamp.'),
        approved('We are glad, and so is it, though it can no longer say so.'),
        visitor('Ha! Goodbye.'),
      ),
    ],
  },
];
