"""The tutorial: lessons as data, judged by the rules, and the tutor who gives them."""
