// What people of the demo are called, and by which numbers they would be called, in the country of their city.
// Tables for a dozen and a half countries, and a plain international one for all others.

import { makeDice } from '@wayfare/core/dice'

/** `series`: phone numbers, first..last by their last digits. `plate`: A stands for a letter, 9 for a digit. */
type Country = { given: string; family: string; series: string; plate: string }

// Numbers are those that the authority keeps free for films and books, where it does: SE (PTS), GB (Ofcom), US and CA (555-01xx), FR (Arcep),
// DE (BNetzA). Elsewhere they are the first of a mobile range.
const international: Country = {
  given:
    'Anna Daniel Maria David Sara Adam Elena Omar Sofia Marco Lina Victor Nadia Samuel Julia Leo Amina Peter Laura Ivan Mona Felix Clara Hassan',
  family:
    'Martin Silva Rossi Khan Novak Garcia Ali Costa Meyer Lopez Hansen Ivanov Rahman Moreau Santos Weber Kim Petrov Haddad Nguyen Ferrari Jensen Cohen Okafor',
  series: '+442079460000..999',
  plate: 'AAA 999',
}

const countries: Record<string, Country> = {
  SE: {
    given:
      'Elin Johan Sara Anders Leila Oskar Hanna Karim Ebba Nils Amina Gustav Wilma Ali Astrid Axel Nora Hugo Mira Viktor Freja Maja Omar Sofía',
    family:
      'Lund Saleh Rojas Berg Holm Nyman Dahl Persson Ahmed Falk Strand Lind Wall Moreno Sand Ek Svensson Haddad Granström Hellberg Nilsson Åkesson Björk Karimi',
    series: '+46701740605..699 +46313900600..699 +46846500400..499',
    plate: 'AAA 99A',
  },
  NO: {
    given:
      'Nora Jakob Emma Emil Ingrid Lars Sofie Magnus Amina Henrik Thea Ola Frida Jonas Leah Mohammed Maja Sindre Hedda Eirik Sara Kristian Tuva Andreas',
    family:
      'Hansen Johansen Olsen Larsen Andersen Pedersen Nilsen Kristiansen Jensen Karlsen Berg Haugen Hagen Johannessen Solberg Moen Strand Bakken Lie Ali Dahl Lund Eide Nguyen',
    series: '+4740000000..999',
    plate: 'AA 99999',
  },
  DK: {
    given:
      'Freja Oscar Ida Noah Clara Magnus Emma Frederik Sofie Mikkel Laura Emil Amira Rasmus Karla Jonas Astrid Mathias Maja Hassan Liva Anton Signe Kasper',
    family:
      'Nielsen Jensen Hansen Pedersen Andersen Christensen Larsen Sørensen Rasmussen Jørgensen Petersen Madsen Kristensen Olsen Thomsen Poulsen Møller Knudsen Holm Ali Lund Bech Schmidt Dahl',
    series: '+4520000000..999',
    plate: 'AA 99 999',
  },
  FI: {
    given:
      'Aino Eero Venla Onni Helmi Elias Sofia Leo Emma Mikko Iida Juhani Ella Antti Aada Oliver Lotta Ville Amira Jari Saana Petri Noora Tuomas',
    family:
      'Korhonen Virtanen Mäkinen Nieminen Mäkelä Hämäläinen Laine Heikkinen Koskinen Järvinen Lehtonen Saarinen Salminen Heinonen Niemi Kinnunen Salonen Turunen Laitinen Salo Ahmed Rantanen Karjalainen Lindholm',
    series: '+358400000000..999',
    plate: 'AAA-999',
  },
  DE: {
    given:
      'Anna Lukas Lea Jonas Mia Paul Emma Leon Lena Felix Aylin Maximilian Clara Mehmet Johanna Elias Sophie Julian Marie Yusuf Katharina Tobias Nele Stefan',
    family:
      'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Yılmaz Neumann Schwarz Zimmermann Braun Hofmann Kaya Krüger Lange',
    series: '+4917604069000..099 +491713920000..099 +4930230125000..099',
    plate: 'B-AA 9999',
  },
  FR: {
    given:
      'Camille Lucas Léa Hugo Manon Louis Chloé Gabriel Inès Jules Sarah Antoine Amina Nathan Juliette Karim Louise Théo Alice Mehdi Zoé Maxime Élise Romain',
    family:
      'Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefebvre Michel Garcia David Bertrand Roux Vincent Fournier Benali Girard Diallo Mercier',
    series: '+33639980000..9999',
    plate: 'AA-999-AA',
  },
  ES: {
    given:
      'Lucía Hugo Sofía Martín María Pablo Paula Alejandro Carmen Daniel Julia Álvaro Marta Adrián Elena Diego Laura Javier Nerea Mohamed Irene Sergio Alba Iván',
    family:
      'García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz Moreno Muñoz Álvarez Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez',
    series: '+34600000000..999',
    plate: '9999 AAA',
  },
  PT: {
    given:
      'Maria João Leonor Francisco Matilde Afonso Carolina Duarte Beatriz Tomás Ana Santiago Inês Gonçalo Mariana Rodrigo Sofia Miguel Joana Tiago Rita Pedro Marta Rui',
    family:
      'Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Martins Jesus Sousa Fernandes Gonçalves Gomes Lopes Marques Alves Almeida Ribeiro Pinto Carvalho Teixeira Moreira Correia Mendes',
    series: '+351910000000..999',
    plate: 'AA-99-AA',
  },
  IT: {
    given:
      'Sofia Leonardo Giulia Francesco Aurora Alessandro Ginevra Lorenzo Alice Mattia Emma Andrea Giorgia Gabriele Chiara Davide Martina Riccardo Sara Marco Elena Luca Anna Paolo',
    family:
      'Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti De·Luca Mancini Costa Giordano Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani',
    series: '+393200000000..999',
    plate: 'AA 999 AA',
  },
  GB: {
    given:
      'Olivia George Amelia Arthur Isla Noah Ava Muhammad Mia Oliver Grace Leo Aisha Harry Sophie Jack Emily Thomas Priya James Chloe William Hannah Daniel',
    family:
      'Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Thompson Evans Walker White Roberts Green Hall Khan Clarke Jackson Wood Begum Turner',
    series: '+442079460000..999',
    plate: 'AA99 AAA',
  },
  NL: {
    given:
      'Emma Noah Julia Lucas Mila Levi Tess Daan Sophie Sem Zoë Finn Sara Luuk Anna Mohamed Eva Thijs Lotte Bram Yasmin Jesse Fleur Ruben',
    family:
      'De·Jong Jansen De·Vries Van·den·Berg Bakker Janssen Visser Smit Meijer De·Boer Mulder De·Groot Bos Vos Peters Hendriks Dekker Brouwer Yılmaz Dijkstra El·Amrani Kok Willems Post',
    series: '+31610000000..999',
    plate: '99-AA-AA',
  },
  PL: {
    given:
      'Zuzanna Antoni Julia Jan Maja Aleksander Hanna Franciszek Lena Jakub Alicja Mikołaj Maria Szymon Oliwia Filip Zofia Wojciech Natalia Adam Magdalena Piotr Ewa Tomasz',
    family:
      'Nowak Wójcik Kowalczyk Woźniak Mazur Krawczyk Kaczmarek Zając Król Wieczorek Wróbel Stępień Adamczyk Dudek Nowicki Pawlak Sikora Walczak Baran Michalak Szewczyk Pietrzak Duda Bąk',
    series: '+48500000000..999',
    plate: 'AA 9999A',
  },
  TR: {
    given:
      'Zeynep Yusuf Elif Mustafa Defne Ömer Ayşe Mehmet Ebrar Ali Hiranur Emir Fatma Ahmet Azra Hasan Ecrin Kerem Merve Burak Selin Can Derya Emre',
    family:
      'Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat Korkmaz Erdoğan Acar',
    series: '+905300000000..999',
    plate: '34 AAA 999',
  },
  US: {
    given:
      'Olivia Liam Emma Noah Sophia Mateo Amelia Elijah Mia James Ava William Camila Ethan Grace Daniel Zoe Michael Layla David Hannah Jose Chloe Marcus',
    family:
      'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Wilson Anderson Thomas Taylor Moore Jackson Lee Nguyen Harris Clark Robinson Patel',
    series: '+12025550100..199 +13035550100..199 +14155550100..199',
    plate: 'AAA 9999',
  },
  BR: {
    given:
      'Helena Miguel Alice Arthur Laura Gael Manuela Heitor Sofia Théo Isabella Davi Luísa Bernardo Júlia Gabriel Beatriz Pedro Larissa Rafael Camila Bruno Fernanda Thiago',
    family:
      'Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Araújo',
    series: '+5511910000000..999',
    plate: 'AAA9A99',
  },
  IN: {
    given:
      'Ananya Aarav Diya Vivaan Saanvi Aditya Priya Arjun Meera Rohan Kavya Rahul Aisha Vikram Nisha Karan Pooja Imran Lakshmi Sanjay Riya Nikhil Sunita Amit',
    family:
      'Sharma Patel Singh Kumar Gupta Reddy Khan Iyer Das Mehta Nair Joshi Rao Verma Chatterjee Pillai Shah Malhotra Bose Desai Menon Ahmed Kapoor Mishra',
    series: '+919000000000..999',
    plate: 'AA 99 A 9999',
  },
}

/** Those who speak and name alike; a number of their own where they have a numbering plan of their own. */
const alike: Record<string, { as: string; series: string }> = {
  MC: { as: 'FR', series: '+377643000000..999' },
  LU: { as: 'FR', series: '+352621000000..999' },
  BE: { as: 'NL', series: '+32470000000..999' },
  CH: { as: 'DE', series: '+41780000000..999' },
  AT: { as: 'DE', series: '+436600000000..999' },
  IE: { as: 'GB', series: '+353830000000..999' },
  CA: { as: 'US', series: '+12045550100..199 +16135550100..199 +15145550100..199' },
  AU: { as: 'GB', series: '+61491570000..999' },
  NZ: { as: 'GB', series: '+64210000000..999' },
  MX: { as: 'ES', series: '+525510000000..999' },
  AR: { as: 'ES', series: '+5491120000000..999' },
  CO: { as: 'ES', series: '+573000000000..999' },
}

const find = (country: string): Country => {
  const { as = country, series } = alike[country] ?? {}
  const found = countries[as] ?? international
  return series === undefined ? found : { ...found, series }
}

const wordAt = (list: string, at: number): string => {
  const words = list.split(' ')
  return (words[at % words.length] ?? '').replaceAll('·', ' ')
}

/** The name of person number `at` (from 0): the first 576 of a country all differ. */
export const nameDemoPerson = (country: string, at: number): { firstName: string; lastName: string } => {
  const { given, family } = find(country)
  return { firstName: wordAt(given, at), lastName: wordAt(family, at + 7 * Math.floor(at / 24)) }
}

const listNumbers = (series: string): string[] =>
  series.split(' ').flatMap((range) => {
    const [first = '', last = ''] = range.split('..')
    const [head, from] = [first.slice(0, -last.length), Number(first.slice(-last.length))]
    return Array.from({ length: Number(last) - from + 1 }, (_, at) => head + String(from + at).padStart(last.length, '0'))
  })

/** The phone number of person number `at`; null where the series has no more. */
export const numberDemoPerson = (country: string, at: number): string | null => listNumbers(find(country).series)[at] ?? null

// I, O and Q look like digits, and few countries print them
const plateLetters = [...'ABCDEFGHJKLMNPRSTUVWXYZ']

/** The plate of car number `at`. */
export const plateDemoCar = (country: string, at: number): string => {
  const dice = makeDice(at)
  const { plate } = find(country)
  // the town's own letters stay
  const head = /^B-/.exec(plate)?.[0] ?? ''
  const tail = plate
    .slice(head.length)
    .replaceAll(/[A9]/g, (sign) => (sign === 'A' ? (dice.pick(plateLetters) ?? 'A') : String(Math.floor(dice.between(0, 10)))))
  return head + tail
}
