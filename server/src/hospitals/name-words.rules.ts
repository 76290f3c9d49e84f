/**
 * Words that do not distinguish one hospital name from another, and words that claim to be more
 * than a hospital: data for `resembles.rules.ts` and `claims.rules.ts` [SEC-20].
 */

/** Splits lists written as text. */
function words(...lists: readonly string[]): readonly string[] {
  return lists.join(' ').split(' ');
}

/** Generic words of hospital names, in our languages. */
export const generic = words(
  'hospital hospitals hosp clinic clinics polyclinic medical medicare healthcare health care centre center',
  'nursing home institute research trust foundation dispensary sanatorium maternity diagnostic diagnostics',
  'multispeciality multispecialty superspeciality superspecialty speciality specialty multi super general',
  'private pvt ltd limited llp the and of for dr doctor',
  // Words that suggest a branch of the hospital, or that this is the original hospital.
  'new main branch campus official genuine original real authorised authorized shri shree sri opd',
  'online booking appointment appointments emergency',
  'hospitales clinica clinicas centro medico sanatorio consultorio',
  'अस्पताल हॉस्पिटल हास्पिटल चिकित्सालय क्लिनिक औषधालय केंद्र केन्द्र सेंटर नर्सिंग होम मेडिकल का की के और',
  'रुग्णालय हॉस्पीटल হাসপাতাল মেডিকেল மருத்துவமனை ஆஸ்பத்திரி ಆಸ್ಪತ್ರೆ ఆసుపత్రి హాస్పిటల్ હોસ્પિટલ ആശുപത്രി ਹਸਪਤਾਲ',
  'ہسپتال اسپتال ہاسپٹل ہاسپیٹل کلینک کلینیک دواخانہ شفاخانہ مرکز سینٹر میڈیکل نرسنگ ہوم کا کی کے اور نیا نئی',
  'مستشفى مستشفي المستشفى مستشفيات عيادة العيادة عيادات مجمع مركز المركز طبي الطبي طبية الطبية مستوصف',
);

/** Specialities and patient groups: alone they do not identify a hospital. */
export const specialities = words(
  'heart cardiac eye eyes dental dent children childrens child kids women womens lady ladies mother cancer kidney',
  'renal bone ortho orthopaedic orthopedic skin derma neuro brain spine ent gastro liver lung chest surgical',
  'surgery fertility ivf trauma rehab physio ayurveda ayurvedic homeo homoeo pathology lab laboratory blood bank',
  'تخصصي تخصصية عيون للعيون اطفال أطفال للأطفال اسنان أسنان للأسنان قلب للقلب دانتوں آنکھوں بچوں',
);

/** Towns, states and directions added to a name for a branch. */
export const places = words(
  'india bharat hindustan north south east west central uttar dakshin purva paschim',
  'andhra pradesh arunachal assam bihar chhattisgarh goa gujarat haryana himachal jharkhand karnataka kerala',
  'madhya maharashtra manipur meghalaya mizoram nagaland odisha orissa punjab rajasthan sikkim tamil nadu',
  'tamilnadu telangana tripura uttarakhand bengal jammu kashmir ladakh chandigarh puducherry pondicherry',
  'mumbai bombay delhi bengaluru bangalore hyderabad ahmedabad chennai madras kolkata calcutta surat pune poona',
  'jaipur lucknow kanpur nagpur indore thane bhopal visakhapatnam vizag patna vadodara baroda ghaziabad ludhiana',
  'agra nashik nasik faridabad meerut rajkot kalyan varanasi banaras srinagar aurangabad dhanbad amritsar',
  'allahabad prayagraj ranchi howrah coimbatore jabalpur gwalior vijayawada jodhpur madurai raipur kota guwahati',
  'solapur hubli dharwad mysore mysuru tiruchirappalli trichy bareilly aligarh moradabad gurgaon gurugram noida',
  'jalandhar bhubaneswar salem warangal guntur bhiwandi saharanpur gorakhpur bikaner amravati jamshedpur bhilai',
  'cuttack kochi cochin kozhikode calicut thiruvananthapuram trivandrum thrissur kollam dehradun kolhapur ajmer',
  'udaipur mangalore mangaluru belgaum belagavi tirupati nellore siliguri durgapur asansol jamnagar bhavnagar',
  'sangli satara latur akola nanded jalgaon panaji margao shimla gangtok imphal shillong aizawl kohima itanagar',
  'dubai sharjah doha riyadh jeddah kuwait muscat manama karachi lahore islamabad dhaka kathmandu colombo',
  'मुंबई दिल्ली पुणे नागपुर नागपूर नाशिक ठाणे हैदराबाद चेन्नई कोलकाता बेंगलुरु अहमदाबाद जयपुर लखनऊ इंदौर भोपाल',
  'कानपुर वाराणसी पटना भारत கோவை சென்னை மதுரை হায়দরাবাদ কলকাতা ঢাকা హైదరాబాద్ విజయవాడ અમદાવાદ સુરત',
  'ممبئی دہلی پونے ناگپور حیدرآباد لکھنؤ کراچی لاہور بھارت الهند دبي الدوحة الرياض جدة الكويت',
);

/**
 * Words in Latin letters, in any spelling, by which a name claims to be a state institution or this
 * site.
 */
export const officialLatin = words(
  'official officially support helpdesk helpline hotline government govt gov ministry minister police verified',
  'authorised authorized administrator customercare sarkari sarkar shasakiya mantralaya mantralay arasu prabhutva',
  'oficial soporte gobierno gubernamental ministerio policia asistencia',
);

/**
 * Words in other scripts by which a name claims to be a state institution or this site, compared
 * letter by letter.
 */
export const officialOther = words(
  'आधिकारिक अधिकारिक अधिकृत सरकारी सरकार शासकीय शासन मंत्रालय हेल्पलाइन सपोर्ट सहायता सहाय्य पुलिस पोलीस ऑफिशियल',
  'অফিসিয়াল অফিশিয়াল দাপ্তরিক সরকারি সরকারী সরকার মন্ত্রণালয় সহায়তা হেল্পলাইন সাপোর্ট পুলিশ',
  'అధికారిక ప్రభుత్వ ప్రభుత్వం మంత్రిత్వ మంత్రిత్వశాఖ సహాయం మద్దతు హెల్ప్లైన్ సపోర్ట్ పోలీస్',
  'அதிகாரப்பூர்வ அரசு அரசாங்கம் அரசினர் அமைச்சகம் அமைச்சு உதவிமையம் ஆதரவு ஹெல்ப்லைன் காவல்துறை',
  'સત્તાવાર અધિકૃત સરકારી સરકાર મંત્રાલય હેલ્પલાઇન સપોર્ટ સહાય પોલીસ',
  'سرکاری سرکار حکومت وزارت آفیشل باضابطہ ہیلپلائن ہیلپ سپورٹ پولیس',
  'رسمي رسمية الرسمي الرسمية حكومة الحكومة حكومي حكومية الحكومي الحكومية وزارة الوزارة دعم الدعم شرطة الشرطة',
);

/**
 * Spellings of the product's name. In Latin letters they count at the start or end of a hospital's
 * name, in other scripts only as a whole word.
 */
export const productLatin = words('baari baary baaree baarie');
export const productOther = words('बारी বারি బారి பாரி બારી باری باري');
