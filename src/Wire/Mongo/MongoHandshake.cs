using System.Reflection;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// Runs the first exchange of a connection (specification "MongoDB Handshake"): <c>hello</c>, agreement on compression, login.
/// Only <see cref="MongoConnection"/> calls it, once per connection. Refuses servers older than MongoDB 4.4.2, and does not log
/// in to a member that serves no client, since such a member may have no users.
/// </summary>
internal static class MongoHandshake
{
    /// <summary>Wire version of MongoDB 4.4, the first that answers <c>hello</c> (from 4.4.2 on).</summary>
    private const int OldestWireVersion = 9;

    private static readonly string Version = typeof(MongoHandshake)
        .Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    /// <summary>Makes a connection ready for commands, and returns the server's description of itself.</summary>
    /// <param name="channel">A channel over which nothing was sent yet.</param>
    /// <param name="options">Credentials, compression and the client's name.</param>
    /// <exception cref="WireProtocolException">
    /// The server is older than 4.4.2, or does not prove that it knows the password.
    /// </exception>
    /// <exception cref="MongoServerException">The server rejects the user or the password.</exception>
    public static MongoHello Run(MongoChannel channel, MongoConnectionOptions options)
    {
        var command = new BsonDocument(
            ("hello", 1),
            ("helloOk", true),
            ("client", new BsonDocument(
                ("application", new BsonDocument(("name", options.ApplicationName))),
                ("driver", new BsonDocument(("name", "DbIngest"), ("version", Version))),
                ("os", new BsonDocument(("type", OperatingSystem.IsLinux() ? "Linux" : "unknown"))))),
            ("compression", options.ZlibLevel is null ? Array.Empty<string>() : ["zlib"]));
        bool asksMechanisms = options.Credentials is { Mechanism: null, User: not null };
        if (asksMechanisms)
        {
            command.Add("saslSupportedMechs", $"{options.Credentials!.Source}.{options.Credentials.User}");
        }

        var hello = Greet(channel, command.Add("$db", "admin"));
        if (hello.WireVersion < OldestWireVersion)
        {
            throw new WireProtocolException(
                $"The server has wire version {hello.WireVersion}; {OldestWireVersion} (MongoDB 4.4) or newer is needed.");
        }

        // An arbiter holds no users, and a member in initial sync does not have them yet: both would call a right password wrong.
        // What such a member says of its set is still useful.
        if (options.Credentials is { } credentials && !hello.IsUnavailable)
        {
            MongoLogin.Run(channel, credentials, hello);
        }

        if (options.ZlibLevel is { } level && hello.HasZlib)
        {
            channel.BeginCompression(level);
        }

        return hello;
    }

    private static MongoHello Greet(MongoChannel channel, BsonDocument command)
    {
        try
        {
            return new MongoHello(BsonDocument.Read(channel.Exchange(command)));
        }
        catch (MongoServerException exception) when (exception.Code == MongoErrorCode.CommandNotFound)
        {
            throw new WireProtocolException("The server does not support the command hello: MongoDB 4.4.2 or newer is needed.",
                exception);
        }
    }
}
