"""What messages choose from, apart from the messages: results of games, policies, channels of TV."""
