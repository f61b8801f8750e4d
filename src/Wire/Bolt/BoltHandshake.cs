using System.Text;

namespace DbIngest.Wire.Bolt;

/// <summary>
/// Runs the first exchange of a connection: version proposals (Neo4j, "Bolt Protocol handshake specification"), HELLO and, from
/// 5.1 on, LOGON. Only <see cref="BoltConnection.Open(BoltConnectionOptions)"/> calls it, once per connection. Sends the password
/// only after the version is agreed, and in clear unless the connection is encrypted.
/// </summary>
internal static class BoltHandshake
{
    /// <summary>
    /// The magic number 0x6060B017 and four proposals, of which only the first is used: 5.4 and the four minor versions below it.
    /// </summary>
    private static ReadOnlySpan<byte> Proposals => [0x60, 0x60, 0xb0, 0x17, 0, 4, 4, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    /// <summary>Agrees on a version and logs in.</summary>
    /// <param name="channel">A channel over which nothing was sent yet.</param>
    /// <param name="options">The user, the password and the client's name.</param>
    /// <returns>The protocol's version, and the server's product and version.</returns>
    /// <exception cref="BoltServerException">The server rejects the login, which ends the connection.</exception>
    /// <exception cref="WireProtocolException">The server does not speak Bolt 5, as Neo4j does from 5.0 on.</exception>
    public static (string Version, string Server) Run(BoltChannel channel, BoltConnectionOptions options)
    {
        channel.Stream.Send(Proposals, canTakeEffect: false);
        var chosen = channel.ReceiveRaw(4);
        if (chosen.SequenceEqual("HTTP"u8))
        {
            throw channel.Broken("The server answered in HTTP: give its Bolt port (7687 by default).");
        }

        if (chosen[0] != 0 || chosen[1] != 0 || chosen[2] > 4 || chosen[3] != 5)
        {
            throw channel.Broken("The server does not speak version 5 of the Bolt protocol: Neo4j 5.0 or later is needed.");
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

        // Bolt 5.0 has no LOGON: HELLO carries the login.
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
        : request.Utf8("scheme"u8).Utf8("basic"u8).Utf8("principal"u8).Text(options.User).Utf8("credentials"u8)
            .Text(options.Password());

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
                throw channel.Broken("The server answered HELLO or LOGON with a message that is not allowed there.");
        }
    }
}
