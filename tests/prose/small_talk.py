"""Small talk by kind, and sentences that look like it and state something; between slashes, both languages."""

SMALL_TALK: dict[str, str] = {
    "thanks": """
Gracias. / ¡Muchas gracias, Marta! / Mil gracias por tu paciencia. / Gracias por contactarnos.
Le agradezco su mensaje. / Te agradezco la pregunta. / De nada, Marta. / No hay de qué. / ¡A ti!
A usted, don Luis. / Gracias a vos. / De nada, un placer. / Gracias de antemano.
Muchísimas gracias por escribirnos, Sr. Pérez. / Te lo agradezco mucho. / No es nada. / Gracias por tu interés.
Gracias por esperar. / Gracias a usted por confiar en nosotros. / Para eso estamos. / Thanks! / Thank you, Marta.
Thank you so much for your patience. / Thanks a lot for asking. / You're welcome, Marta. / You are very welcome!
No problem. / No worries, Sam. / My pleasure. / Don't mention it. / Anytime! / I appreciate your patience.
Thanks for getting in touch. / Many thanks for your message. / Thank you for bearing with me. / It was my pleasure.
Thanks again! / We appreciate your interest. / Thanks for waiting. / Much appreciated.
""",
    "apologies": """
Disculpa la confusión. / Disculpe las molestias. / Disculpad el error. / Disculpá la demora. / Perdona.
Perdón por el retraso, Ana. / Perdone usted la espera. / Lamento las molestias.
Lamentamos mucho los inconvenientes ocasionados. / Siento la confusión anterior. / Lo siento mucho, Marta.
Mis disculpas. / Te pido disculpas por el malentendido. / Le ruego que me disculpe. / Siento no poder ayudarte más.
Lamento oír eso. / Pido perdón por el error. / Disculpas por la tardanza. / Sentimos las molestias causadas.
Lamento no poder serle de más ayuda. / Sorry! / Sorry for the confusion. / I'm so sorry about that.
My apologies, Ana. / I apologize for the inconvenience. / Apologies for the delay.
We are sorry for any inconvenience. / I'm sorry to hear that. / Sorry about the mix-up.
Please accept my apologies. / Pardon the delay. / I do apologise for the mistake. / Sorry for keeping you waiting.
Sorry I can't be of more help. / My bad. / Excuse the confusion. / Apologies if that was confusing.
I'm really sorry, Sam. / Sorry for any confusion this may have caused. / I regret the inconvenience.
""",
    "offers": """
Si quieres, puedo darte más detalles. / Si lo desea, le puedo ampliar la información.
Si querés, te puedo ayudar con eso. / Cualquier duda, aquí estoy. / Si necesita algo más, no dude en decírmelo.
¡Aquí me tienes para lo que necesites! / Quedo a su disposición. / Estoy a la orden.
Puedo ayudarte con cualquier otra cosa. / También puedo buscar otra información, si te parece.
Avísame si te queda alguna duda. / Dime si quieres que lo revise. / Si te interesa, te lo explico con más detalle.
Para cualquier consulta, escríbeme. / Estamos para ayudarle. / No dudes en preguntar.
Con gusto te ayudo con lo que necesites. / Cuenta conmigo. / Si tenés más preguntas, acá estoy.
Pregúntame lo que quieras. / If you like, I can give you more details. / If you'd like, I can walk you through it.
Feel free to ask. / Let me know if you need anything else. / I'm here if you need me.
Happy to help with anything else. / Don't hesitate to reach out. / I can also look into that for you, if you want.
Just say the word. / Should you need more help, just ask. / I'd be glad to explain further.
Any questions, just let me know. / At your service. / Please ask if anything is unclear. / I'm always happy to help.
Reach out any time. / We're here to help. / If anything is unclear, let me know.
If you want, I could summarize it. / Would be happy to help, Marta.
""",
    "announcements": """
Te explico. / Se lo explico, Marta. / Te lo explico paso a paso. / Déjame explicarte. / Permítame que se lo aclare.
Dejame ver. / Veamos. / Vamos por partes. / A continuación te detallo la respuesta. / Aquí tienes un resumen.
Paso a responderle. / Te cuento. / Voy a intentar ayudarte. / Enseguida te ayudo. / Un momento, por favor.
Ahora mismo lo reviso. / Aquí va la respuesta. / Te dejo la información. / Te explico cómo funciona.
Esto es lo que he encontrado. / Let me explain. / Let me check that for you. / Let me walk you through it.
Allow me to clarify. / Let's see. / Let's take a look. / One moment, please. / I'll explain step by step.
Here's a quick summary. / Here is what I found. / I will do my best to help. / Here you go.
Let me explain how it works. / Just a second. / Let's go step by step. / I'm going to help you with that.
Here it is. / Below is a short overview. / Here we go! / Bear with me.
""",
    "wishes": """
Espero haber resuelto tu duda. / Espero que te sirva. / Espero que esta información le sea de utilidad.
Ojalá te ayude. / ¡Que tengas un buen día! / Que tenga una excelente tarde, Sra. Gil. / Que te vaya muy bien.
¡Mucha suerte! / Feliz fin de semana. / Un saludo, Marta. / Buen viaje. / Hasta pronto. / Espero haberle ayudado.
Esperamos haber aclarado sus dudas. / Que pases un buen día. / ¡Que lo disfrutes! / Un abrazo.
Confío en haberte sido útil. / Espero que quede claro. / Que tengás un lindo día. / Hope that helps!
I hope this answers your question. / I hope that was helpful, Marta. / Have a great day! / Have a lovely weekend.
Good luck! / All the best. / Take care, Sam. / Best wishes. / Hopefully that clears things up.
Hope this makes sense. / Enjoy your day! / See you soon. / Wishing you a good day.
I hope I have answered your question. / Have a nice one. / Hope it helps. / Kind regards, Ana. / Cheers!
Bye for now.
""",
    "acknowledgements": """
Claro, con gusto te ayudo. / Un placer ayudarte. / Por supuesto, Marta. / Entendido. / Perfecto.
De acuerdo, gracias. / ¡Claro que sí! / Muy bien. / Vale, entendido. / Buena pregunta. / Excelente pregunta, Ana.
Desde luego. / Entiendo tu preocupación. / Comprendo su situación. / Encantada de ayudarle. / Sin problema.
¡Genial! / Estupendo, Marta. / Ha sido un placer. / Con mucho gusto. / Glad to help you. / Perfect.
Of course, Marta. / Sure, happy to help! / Got it. / Great question! / Understood, thank you. / Sounds good.
Absolutely! / Certainly, I can help with that. / Noted. / All right. / I understand your concern.
That's a very good question. / No problem at all. / Right away! / It's a pleasure to help you. / Okay, great.
Wonderful. / I see what you mean.
""",
    "all kinds": """
Encantado de poder ayudarte, Luis. / Si te surge cualquier otra duda, escríbeme sin problema.
Quedo pendiente de tus comentarios. / Gracias por avisar. / Muchas gracias por su consulta.
Le pido disculpas por las molestias ocasionadas. / Perdona el malentendido, Laura.
Por supuesto, te lo explico ahora mismo. / ¡Con mucho gusto, Sr. Gómez! / Si lo prefieres, puedo resumirlo.
Aquí estoy para ayudarte en lo que necesites. / Espero que esto aclare tus dudas. / Espero que te haya sido útil.
¡Que tengas una semana estupenda! / Si necesitas que amplíe algo, dímelo. / Vale, te cuento.
Déjame que lo revise un momento. / Ahora te lo busco. / Ok, vamos a verlo. / Entiendo tu frustración, Pedro.
Siento mucho lo ocurrido. / Siento la espera. / Me alegra poder ayudarte. / Me alegro de haberte ayudado.
Estoy aquí para ayudarte. / Para lo que necesites, aquí me tienes. / Cualquier cosa me dices.
Cualquier cosa, me avisas. / Si querés, lo vemos juntos. / Si gustas, te lo detallo.
Claro, Marta, dame un momento. / A su servicio. / Es un placer atenderle. / Gracias por su comprensión.
Espero su respuesta. / Saludos, Marta. / Nos vemos pronto. / Disculpe usted. / Mil disculpas por el error anterior.
Ningún problema, Ana. / Thanks for your question, Ana. / Thank you for contacting us. / You're most welcome.
Happy to clarify! / Sure, let me help you with that. / Of course, I'd be glad to explain.
I'm sorry for the inconvenience caused. / Sorry for the late reply. / I apologize for my earlier mistake.
Let me know if you'd like me to go deeper. / If you need further details, just let me know.
If there's anything else, I'm here. / Please let me know how I can help. / I'd love to help.
It's my pleasure to assist you, Sam. / Great, thanks! / Okay, let me see. / Let me break this down.
Let me summarize. / Here's the information you asked for. / Here are the details:
I hope this information is useful. / I hope that clarifies your doubts. / Hope you have a wonderful day.
Have a good rest of your day! / Wish you the best. / I'm glad I could help. / Glad I could help!
I'm happy that helped. / No problem, Marta. / Don't worry. / Looking forward to hearing from you.
Feel free to reach out with any questions. / Do not hesitate to contact me. / I remain at your disposal.
I understand how frustrating this can be. / That makes sense. / Fair question! / Right, let's look at this.
Alright, here it goes. / Thanks for letting me know. / Thanks for the clarification. / Sorry to keep you waiting.
Sorry if I was unclear. / Just let me know if you want more details. / I can provide further information if needed.
Should you have any other questions, feel free to ask. / Wishing you all the best, Marta. / Take your time.
I'll gladly help. / My apologies for the confusion. / We apologise for the delay, Ms. Gil. / Thanks in advance.
Let's break it down. / I'm at your disposal.
""",
}

CLAIMS = """
Claro, el plan Pro permite diez proyectos. / Gracias al plan Pro se pueden crear informes.
Te explico que el plan Pro incluye soporte. / Disculpa, el envío no tiene coste. / Perfecto para equipos grandes.
Si quieres más espacio, contrata el plan Pro. / De nada sirve reiniciar el equipo.
Un placer añadido es la terraza. / Si quieres, puedes cancelar en cualquier momento.
Espero que sepas que el plan incluye soporte. / Puedo confirmarte que el envío es gratuito.
Vale para todos los planes. / Entiendo que el plan no incluye soporte.
Con gusto te confirmo la disponibilidad del servicio. / Claro que el plan incluye soporte.
Lamento informarte de que el plan ya no existe. / Disculpa la confusión, el plan sí admite devoluciones.
Cualquier duda se resuelve en la oficina central. / Aquí está prohibido aparcar.
Si tienes dudas, el equipo responde en un día. / Gracias, el pedido está en camino.
Te dejo claro que no hay reembolso. / Excelente conservación garantizada. / Puedo darte acceso gratuito.
Que tengas un plan activo es imprescindible. / Un saludo inicial abre cada llamada.
Siento decirte que la garantía venció. / La confusión se debe al manual. / Te ayudo: el plan Pro incluye soporte.
Si necesitas una factura, la emite administración. / Buena parte del plan es opcional.
Muy bien valorado por los clientes. / Sin problema de compatibilidad con versiones antiguas.
Feliz fin de semana es el nombre de la tarifa. / Desde luego el plan caduca. / Estamos abiertos los domingos.
Quedo exento quien pague por adelantado. / Espero que el plan Pro, que incluye soporte, te sirva.
Vamos por partes: la cuota es mensual. / Entendido como servicio básico, incluye soporte.
Sure, the Pro plan allows ten projects. / Thanks to the cache, pages load faster.
Let me explain that the plan includes support. / Sorry, refunds are not available. / Perfect for large teams.
If you like, you can cancel at any time. / I can confirm that shipping is free. / Glad customers get a refund.
I hope you know the plan has limits. / Let me know which plan includes support, since only Pro does.
I understand that the plan excludes support. / Great value for small teams. / Of course the plan includes support.
No problem is covered by the warranty. / Thank you notes are sent automatically.
Feel free to cancel, because the fee is refunded. / If you need help, the support desk answers within a day.
Here the plan includes support. / Have a plan that includes support. / I'm sorry to say the plan was retired.
Good luck charms are sold in the shop. / Let me check is the name of the feature. / We are open on Sundays.
I can give you free access. / Let's Encrypt issues the certificates. / The pleasure boats leave from the pier.
Welcome packs include a mug. / Just ask the concierge, who has the keys. / Anytime tickets are valid on all trains.
Cheers is closed on Mondays. / Understood broadly, the policy covers theft.
One moment of delay cancels the booking. / Happy hour starts in the evening.
Please note that the fee is not refundable. / Sorry for the confusion, the plan does include support.
Here is the fee: it is paid yearly. / Certainly the warranty covers water damage.
I'll explain: the trial never expires. / Bye laws apply to all members. / All the best rooms face the sea.
Claro, el plan Pro incluye diez proyectos. / Perfecto, el plan incluye soporte.
Si quieres, el plan Pro añade más espacio. / Disculpa, el plazo termina en mayo.
Te explico: los archivos se borran cada mes. / Gracias a la copia diaria no se pierde nada.
Un placer para los sentidos es el menú. / Cualquier duda legal la resuelve el notario.
Espero que no olvides que el plazo vence en mayo. / Con gusto te lo enviamos sin coste. / Aquí no se puede fumar.
Si necesitas ayuda urgente, el servicio nocturno atiende siempre. / Te cuento que la tienda abre los domingos.
Puedo decirte que el plan está activo. / Lamento que el plan no incluya soporte.
La suerte no influye en el sorteo. / Buen fin de semana de rebajas en la tienda.
A tu disposición tienes una sala privada. / Para servirte mejor, la tienda abre antes. / El placer es opcional.
De acuerdo con el contrato, la cuota sube. / Bien mirado, el plan caro compensa. / Hecho en España.
Listo para usar al recibirlo. / Siempre abierto. / Mucho espacio y también soporte. / Pues el plan caduca en junio.
Entonces el pedido se cancela. / Hoy abre la tienda. / Dale al botón azul para reiniciar el equipo.
Sure, the plan includes ten projects. / Perfect, shipping takes a week.
If you like spicy food, the red sauce is the hottest. / Sorry, the office closes early.
Let me explain: the fee is monthly. / Thanks to the insurance, damages are covered. / Good for small teams.
Great for families and children. / Happy customers get a bonus. / Hope Street is closed.
Welcome gifts are optional. / Here the fee applies. / I can tell you the plan expires soon.
I'd be happy to confirm that pets are allowed. / Feel free to bring pets inside.
Any questions are handled by the legal team. / If you need support, the Pro plan offers it.
Should you cancel early, the deposit is lost. / Just ask reception, which is open all night.
You are welcome to bring pets. / No problem was reported during the trial.
Take care of the battery by charging it slowly. / Have a great battery life with the Pro model.
Always closed on Mondays. / Also the manual covers repairs. / Then the order is cancelled.
Well maintained and always open. / So the plan expires. / Enjoy unlimited projects with Pro.
Enjoy your stay with breakfast included.
"""


def sentences(block: str) -> list[str]:
    """Return the sentences of a block."""
    return [each.strip() for line in block.strip().splitlines() for each in line.split(" / ")]
