using System.Text;

namespace DbIngest.Wire.Bolt;

/// <summary>Opens a conversation: version (Neo4j, "Bolt Protocol handshake specification"), HELLO and LOGON.</summary>
internal static class BoltHandshake
{
    /// <summary>0x6060B017, then four proposals of which the second to fourth are none: version 5.4, or down to four minor versions less.</summary>
    private static ReadOnlySpan<byte> Proposals => [0x60, 0x60, 0xb0, 0x17, 0, 4, 4, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    /// <summary>Runs it.</summary>
    /// <param name="channel">The channel, just opened.</param>
    /// <param name="options">Who logs in.</param>
    /// <returns>The version, and the server's name for itself.</returns>
    public static (string Version, string Server) Run(BoltChannel channel, BoltConnectionOptions options)
    {
        if (options.Tls is { } tls)
        {
            channel.Stream.Encrypt(options.Host, tls);
        }

        channel.Stream.Send(Proposals, canTakeEffect: false);
        var chosen = channel.ReceiveRaw(4);
        if (chosen.SequenceEqual("HTTP"u8))
        {
            throw channel.Broken("The server answers in HTTP: Bolt has a port of its own, 7687 unless it is configured.");
        }

        if (chosen[0] != 0 || chosen[1] != 0 || chosen[2] > 4 || chosen[3] != 5)
        {
            throw channel.Broken("The server does not speak version 5 of the Bolt protocol, which Neo4j has from 5.0 on.");
        }

        int minor = chosen[2];
        var request = new BoltRequest();
        request.BeginMessage(BoltMessage.Hello, 1);
        bool isWithLogin = minor == 0;
        request.Map(1 + (minor >= 3 ? 1 : 0) + (isWithLogin ? LoginFields(options) : 0)).Utf8("user_agent"u8).Text(options.Agent);
        if (minor >= 3)
        {
            request.Utf8("bolt_agent"u8).Map(1).Utf8("product"u8).Text(options.Agent);
        }

        // The login went into the greeting until 5.0.
        if (isWithLogin)
        {
            Login(request, options);
        }

        request.EndMessage();
        if (!isWithLogin)
        {
            request.BeginMessage(BoltMessage.Logon, 1).Map(LoginFields(options));
            Login(request, options).EndMessage();
        }

        channel.Stream.Send(request.Written, canTakeEffect: false);
        string server = Welcome(channel);
        if (!isWithLogin)
        {
            Welcome(channel);
        }

        return ($"5.{minor}", server);
    }

    private static int LoginFields(BoltConnectionOptions options) => options.User is null ? 1 : 3;

    private static BoltRequest Login(BoltRequest request, BoltConnectionOptions options) => options.User is null
        ? request.Utf8("scheme"u8).Utf8("none"u8)
        : request.Utf8("scheme"u8).Utf8("basic"u8).Utf8("principal"u8).Text(options.User).Utf8("credentials"u8).Text(options.Password());

    private static string Welcome(BoltChannel channel)
    {
        var message = channel.Receive();
        switch (message.Message())
        {
            case BoltMessage.Success:
                string server = string.Empty;
                for (int left = message.Map(); left > 0; left--)
                {
                    if (message.Utf8().SequenceEqual("server"u8))
                    {
                        server = Encoding.UTF8.GetString(message.Utf8());
                    }
                    else
                    {
                        message.Skip();
                    }
                }

                return server;
            case BoltMessage.Failure:
                channel.Stream.Break();
                throw BoltFailure.Read(message);
            default:
                throw channel.Broken("The server greets with a message that is no greeting.");
        }
    }
}
