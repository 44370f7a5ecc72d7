/** The texts of the scans that `score-scans.ts` makes: one page in each supported language. */
import type { Language } from '../engine/src/tesseract.ts'

export interface ScanText {
  readonly title: string
  readonly paragraphs: readonly string[]
}

export const scanTexts: Readonly<Record<Language, ScanText>> = {
  eng: {
    title: 'A new bridge across the river',
    paragraphs: [
      'The mayor opened the new bridge across the river on Thursday. During the ceremony he spoke about the difficult years in which floods had destroyed the streets. Residents will no longer have to take detours, and there will also be a separate lane for cyclists. The cost came to 3.4 million euros; a large part of it was paid for by the region.',
      'In addition, trees were planted, green spaces were enlarged and benches were put up. The renovation of the railway station (built in 1887) begins next week. Finally, he thanked all the volunteers for their efforts. The town hopes that its older people will walk to the centre more often.',
      'How much the toll will be is to be decided later, after the elections in March. “We need quiet streets, and we need them now,” said the owner of a bakery on Mill Lane, whose customers had stayed away for almost 18 months. Opening hours, maps and prices are available at the town hall, room 27, Monday to Friday from 8:30 to 16:00.',
    ],
  },
  fra: {
    title: 'Un nouveau pont près de l’église',
    paragraphs: [
      'Le maire a inauguré jeudi le nouveau pont situé près de l’église. Pendant la cérémonie, il a évoqué les années difficiles où les inondations avaient détruit les rues. Désormais, les habitants n’auront plus à faire de détours, et une voie a été réservée aux cyclistes. Les travaux ont coûté 3,4 millions d’euros, dont une grande partie a été financée par la région.',
      'Des arbres ont été plantés, des espaces verts aménagés et des bancs installés. La semaine prochaine débutera également la rénovation de la gare (bâtie en 1887). Enfin, il a remercié les bénévoles pour leur dévouement. La commune espère que les personnes âgées se déplaceront plus fréquemment à pied vers le centre-ville.',
      'Le montant des éventuels péages sera décidé ultérieurement, après les élections de février. À l’entrée du marché, la gérante d’une pâtisserie, dont la clientèle s’était raréfiée pendant près de dix-huit mois, s’est réjouie de la fin du chantier. Les horaires, les plans et les tarifs sont disponibles à l’hôtel de ville, bureau 27, du lundi au vendredi de 8 h 30 à 16 h, là où siégeait naguère le théâtre municipal.',
    ],
  },
  deu: {
    title: 'Eine neue Brücke über den Fluss',
    paragraphs: [
      'Der Bürgermeister eröffnete am Donnerstag die neue Brücke über den Fluss. Während der Feier sprach er über die schwierigen Jahre, in denen Überschwemmungen die Straßen zerstört hatten. Die Anwohner müssen künftig keine Umwege mehr fahren, und auch für Radfahrer gibt es einen eigenen Weg. Die Kosten beliefen sich auf 3,4 Millionen Euro; ein großer Teil wurde durch Fördermittel gedeckt.',
      'Zusätzlich wurden Bäume gepflanzt, größere Grünflächen angelegt und Bänke aufgestellt. Nächste Woche beginnt außerdem der Umbau des Bahnhofs (erbaut 1887). Schließlich dankte er allen Helfern für ihre Mühe. Die Gemeinde hofft, dass die ältere Bevölkerung künftig häufiger zu Fuß in die Innenstadt geht.',
      'Über die Höhe möglicher Gebühren wird später entschieden, nach den Wahlen im März. Ein Bäcker in der Mühlgasse, dessen Kundschaft fast achtzehn Monate ausgeblieben war, freute sich über das Ende der Arbeiten: Jetzt könne er seine Türen wieder früh öffnen. Öffnungszeiten, Pläne und Preise gibt es im Rathaus, Zimmer 27, montags bis freitags von 8:30 bis 16:00 Uhr.',
    ],
  },
  spa: {
    title: 'Un nuevo puente sobre el río',
    paragraphs: [
      'El alcalde inauguró el jueves el nuevo puente sobre el río. Durante la ceremonia habló de los años difíciles en que las inundaciones habían destruido las calles. Los vecinos ya no tendrán que dar rodeos, y además habrá un carril para ciclistas. El coste ascendió a 3,4 millones de euros; gran parte se financió con subvenciones de la región.',
      'También se plantaron árboles, se ampliaron las zonas verdes y se instalaron bancos. La próxima semana comenzará la renovación de la estación (construida en 1887). Por último, agradeció a los voluntarios su esfuerzo. El municipio espera que la población mayor camine más a menudo hacia el centro.',
      '¿Cuánto costará el peaje? Aún no se sabe; la decisión se tomará después del otoño. La dueña de una panadería, cuyos clientes habían dejado de venir durante casi dieciocho meses, celebró el fin de las obras: «¡Por fin volverán los niños!». Horarios, mapas y precios están disponibles en el ayuntamiento, despacho 27, de lunes a viernes de 8:30 a 16:00, y también el sábado por la mañana.',
    ],
  },
  por: {
    title: 'Uma nova ponte sobre o rio',
    paragraphs: [
      'O prefeito inaugurou na quinta-feira a nova ponte sobre o rio. Durante a cerimônia, falou dos anos difíceis em que as inundações tinham destruído as ruas. Os moradores já não precisarão fazer desvios, e haverá também uma faixa para ciclistas. O custo foi de 3,4 milhões de euros; grande parte foi financiada pela região.',
      'Além disso, plantaram-se árvores, criaram-se espaços verdes e instalaram-se bancos. Na próxima semana começa a renovação da estação (construída em 1887). Por fim, agradeceu aos voluntários a dedicação. O município espera que a população mais idosa vá com mais frequência a pé até o centro.',
      'A decisão sobre possíveis portagens será tomada mais tarde, após as eleições de março. A dona de uma padaria, cujos fregueses não apareceram durante quase dezoito meses, comemorou o fim das obras e disse que o bairro voltará a ter alegria. Horários, mapas e preços estão disponíveis na câmara municipal, sala 27, de segunda a sexta-feira, das 8h30 às 16h00; aos sábados, só pela manhã.',
    ],
  },
  ita: {
    title: 'Un nuovo ponte sul fiume',
    paragraphs: [
      'Il sindaco ha inaugurato giovedì il nuovo ponte sul fiume. Durante la cerimonia ha ricordato gli anni difficili in cui le alluvioni avevano distrutto le strade. Gli abitanti non dovranno più fare deviazioni, e ci sarà anche una pista per i ciclisti. Il costo è stato di 3,4 milioni di euro; gran parte è stata finanziata dalla regione.',
      'Inoltre sono stati piantati alberi, create aree verdi e installate panchine. La prossima settimana inizierà anche la ristrutturazione della stazione (costruita nel 1887). Infine ha ringraziato i volontari per la loro disponibilità. Il comune spera che la popolazione anziana vada più spesso a piedi in città. Perché no?',
      'La decisione sui pedaggi sarà presa più avanti; così si potrà discutere con serenità, cioè dopo le elezioni. La titolare di un caffè, la cui clientela era mancata per quasi diciotto mesi, è felice che i lavori siano finiti: ora la piazza tornerà com’era, e forse di più. Orari, mappe e prezzi sono disponibili in municipio, stanza 27, dal lunedì al venerdì dalle 8:30 alle 16:00; il martedì e il giovedì anche più tardi.',
    ],
  },
  nld: {
    title: 'Een nieuwe brug over de rivier',
    paragraphs: [
      'De burgemeester opende donderdag de nieuwe brug over de rivier. Tijdens de plechtigheid sprak hij over de moeilijke jaren waarin overstromingen de straten hadden verwoest. De bewoners hoeven voortaan geen omweg meer te maken, en er komt ook een pad voor fietsers. De kosten bedroegen 3,4 miljoen euro; een groot deel werd door de provincie betaald.',
      'Daarnaast werden bomen geplant, groenstroken aangelegd en banken geplaatst. Volgende week begint ook de verbouwing van het station (gebouwd in 1887). Ten slotte bedankte hij alle vrijwilligers voor hun inzet. De gemeente hoopt dat oudere inwoners vaker te voet naar het centrum gaan; de coördinatie ligt bij het wijkteam.',
      'Over de hoogte van eventuele tolgelden wordt later beslist, één ding staat echter vast: het café blijft open. De eigenares, die bijna achttien maanden lang veel minder gasten had, is blij dat de werkzaamheden voorbij zijn. Twee reünies zijn al gepland, en ook de beëdiging van de raad krijgt hier een feestje. Openingstijden, kaarten en prijzen zijn verkrijgbaar op het gemeentehuis, kamer 27, van maandag tot en met vrijdag van 8.30 tot 16.00 uur, financiële vragen alleen ’s ochtends.',
    ],
  },
}
