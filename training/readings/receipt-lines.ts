/** Makes lines as receipts and invoices have them: words, prices, dates, times and numbers. */
import { createRandom, type Random } from '../pages/random.ts'

const labels = `total;sub total;subtotal;grand total;net total;total amount;total due;amount due;balance due;balance;cash;change;change due
;cash received;cash tendered;tendered;amount paid;paid;payment;discount;total discount;rounding
;tax;sales tax;tax amount;taxable amount;service charge;delivery;deposit;tip;vat;gst;total sales;total excluding tax;total including tax
;total inclusive of gst;total exclusive of gst;price inclusive of tax;total items;total quantity;total qty;number of items;items sold;item count;saving;you saved
;points earned;points balance;net amount;gross amount;unit price;credit card;debit card;visa;mastercard`
const columns = `item;items;description;qty;quantity;price;unit price;u.price;amount;amt;total;disc;tax;code;no.;rate;net;gross;summary;tax summary;gst summary;vat summary;sr;uom;tax code;amount (rm);price ($);tax (£);total (€)`
const references = `invoice no;invoice number;invoice;receipt no;receipt;receipt number;bill no;bill;order no;order;order number;ref no;reference;doc no;document no
;cashier;served by;salesperson;staff;server;operator;clerk;counter;pos;pos no;terminal;till;register;table;table no;pax;guests;customer;customer no;member;member no;member card;account no;account
;transaction;trans no;slip no;trace no;approval code;batch no;auth code;card no;gst no;gst id;gst reg no;tax reg no;vat no;company no;reg no;co. reg no;id;store;shop no;branch`
const headings = `tax invoice;simplified tax invoice;invoice;receipt;cash receipt;sales receipt;cash bill;cash sales;cash invoice;official receipt;credit note;delivery order;customer copy;merchant copy;duplicate;reprint;payment received`
const closings = `thank you;thank you for shopping with us;thank you please come again;thank you. please come again.;please come again;thank you for your purchase;thanks for your visit;have a nice day
;goods sold are not returnable;no refund without receipt;no exchange without receipt;exchange within 7 days with receipt;please keep this receipt;please retain this receipt for your records
;all prices include tax;prices include vat;this is a computer generated invoice;no signature is required
;e. & o. e.;find us online;visit us at;for feedback please call;customer service;opening hours;open daily;welcome;see you again;received by;issued by;authorised signature;customer signature;terms and conditions`
const goods = `bread;white bread;milk;fresh milk;butter;cheese;eggs;rice;sugar;salt;flour;noodles;noodle soup;fried rice;chicken;chicken rice;beef;pork;fish;vegetables;salad;soup;coffee;tea;green tea;iced tea;juice;orange juice;apple;apples;banana;tomato;potato;potatoes;onion;garlic;carrot;mineral water;drinking water;water;beer;wine;cola;lemon;chocolate;biscuits;cookies;cake;ice cream;sandwich;burger;pizza;pasta;set lunch;lunch set;plastic bag;paper bag;bag;carrier bag;tissue;toilet paper;soap;shampoo;toothpaste;toothbrush;detergent;battery;batteries;pen;pencil;paper;notebook;envelope;stapler;file;tape;glue;scissors;light bulb;cable;adapter;screw;screws;nails;paint;brush;hammer;drill;pipe;bucket;hose;lock;key;hook;wire;switch;socket;plug;shirt;t-shirt;trousers;shoes;socks;hat;petrol;diesel;unleaded;parking;taxi;ticket;stamps;postage;medicine;tablets;capsules;vitamin c;cream;plaster;mask;gloves;large;small;medium;regular;extra;special;original;classic;fresh;frozen;mini;pack;box;bottle;can;set;piece;pcs;kg;ea;ml;pair`
const places = `street;road;avenue;lane;square;park;plaza;centre;center;mall;shopping centre;building;tower;floor;ground floor;level;lot;unit;block;suite;city;town;industrial park;business park;garden;village;north;south;east;west;new;old;main;high;king;queen;station;market;church;bridge;hill;lake;river`
const companies = `limited;ltd;ltd.;inc;inc.;llc;co;co.;co. ltd;company;gmbh;pte ltd;pty ltd;trading;enterprise;enterprises;marketing;store;stores;supermarket;hypermarket;minimarket;market;mart;restaurant;cafe;bakery;pharmacy;hardware;stationery;services;holdings;international;group;brothers;& sons;food;foods;fashion;electronics;electrical;motors;books;hotel;kitchen;house;corner`

const list = (text: string): readonly string[] => text.replaceAll('\n', '').split(';')
const words = {
  ...{ labels: list(labels), columns: list(columns), references: list(references) },
  ...{ headings: list(headings), closings: list(closings), goods: list(goods) },
  ...{ places: list(places), companies: list(companies) },
}
const months = list('jan;feb;mar;apr;may;jun;jul;aug;sep;oct;nov;dec')
const currencies = ['', '', '', '', 'rm', 'rm ', '$', '$ ', '£', '€', 'usd ', 'eur ', 's$'] as const

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.int(0, 9)).join('')
}

function priceOf(random: Random): string {
  const whole = random.chance(0.7) ? random.int(0, 99) : random.int(100, 9_999)
  const grouped = random.chance(0.3) ? whole.toLocaleString('en') : `${whole}`
  const sign = random.chance(0.05) ? '-' : ''
  return `${sign}${random.pick(currencies)}${grouped}.${random.chance(0.4) ? '00' : digits(random, 2)}`
}

function dateOf(random: Random): string {
  const [day, month] = [random.int(1, 31), random.int(1, 12)]
  const two = (value: number) => `${value}`.padStart(2, '0')
  const year = random.chance(0.7) ? `20${digits(random, 2)}` : digits(random, 2)
  const mark = random.pick(['/', '/', '-', '.', ' '])
  const name = random.chance(0.2) ? (months[month - 1] ?? '') : two(month)
  const date = random.chance(0.8) ? [two(day), name, year] : [year, name, two(day)]
  const time = `${two(random.int(0, 23))}:${digits(random, 2)}${random.chance(0.3) ? `:${digits(random, 2)}` : ''}`
  const half = random.pick(['', '', '', ' am', ' pm', 'am', 'pm'])
  return random.chance(0.5) ? date.join(mark) : `${date.join(mark)} ${time}${half}`
}

function numberOf(random: Random): string {
  const letters = random.pick([
    '',
    '',
    '',
    'a',
    'b',
    'cs',
    'inv',
    'or',
    'pos',
    'r',
    's',
    't',
    'no.',
  ])
  const mark = random.pick(['', '', '', '-', '/'])
  return `${letters}${digits(random, random.int(2, 8))}${mark && mark + digits(random, random.int(1, 5))}`
}

function phoneOf(random: Random): string {
  const name = random.pick(['tel', 'tel no', 'phone', 'fax', 'tel/fax', 'hp', 'mobile', 'call'])
  return `${name}${random.pick([': ', ':', ' ', '. '])}${digits(random, 2)}-${digits(random, 4)}${random.pick([' ', ''])}${digits(random, 4)}`
}

const lineKinds: Readonly<Record<string, (random: Random) => string>> = {
  label: (random) =>
    `${random.pick(words.labels)}${random.pick(['', ':', ' :', ' (rm)', ' rm', ` ${random.int(0, 25)}%`, ` @ ${random.int(1, 9)}%`])} ${priceOf(random)}`,
  columns: (random) =>
    Array.from({ length: random.int(1, 5) }, () => random.pick(words.columns)).join(' '),
  reference: (random) =>
    `${random.pick(words.references)}${random.pick([':', ' :', ': ', ' : ', ' ', '. '])} ${numberOf(random)}`,
  date: (random) =>
    `${random.pick(['date', 'date:', 'date :', 'time', 'printed', ''])} ${dateOf(random)}`,
  goods: (random) =>
    `${random.chance(0.3) ? `${numberOf(random)} ` : ''}${Array.from({ length: random.int(1, 3) }, () => random.pick(words.goods)).join(' ')} ${random.int(1, 12)}${random.pick([' x ', ' ', 'x', ' @ '])}${priceOf(random)} ${priceOf(random)}`,
  amounts: (random) =>
    `${random.int(1, 20)}${random.pick(['.00 ', ' x ', ' '])}${priceOf(random)} ${priceOf(random)} ${random.pick(['', 'sr', 's', 't', 'a'])}`,
  heading: (random) => random.pick(words.headings),
  closing: (random) => random.pick(words.closings),
  company: (random) =>
    `${random.pick(words.goods)} ${random.pick(words.companies)} ${random.pick(words.companies)} ${random.chance(0.5) ? `(${numberOf(random)})` : ''}`,
  address: (random) =>
    `${random.pick(['no. ', 'lot ', '', 'no '])}${random.int(1, 300)}, ${random.pick(words.places)} ${random.pick(words.places)} ${random.chance(0.3) ? digits(random, 5) : ''}`,
  phone: phoneOf,
  web: (random) =>
    `${random.pick(['www.', 'http://www.', 'email: info@', ''])}${random.pick(words.goods).replaceAll(' ', '')}${random.pick(words.companies).replace(/\W/g, '')}${random.pick(['.com', '.net', '.org', '.com.my', '.co.uk', '.de'])}`,
}

export function makeReceiptLines(count: number): string[] {
  const random = createRandom(1)
  const kinds = Object.values(lineKinds)
  return Array.from({ length: count }, () => random.pick(kinds)(random))
}
