using System.Reflection;

namespace DbIngest.Wire.Mongo;

/// <summary>The first exchange of a connection (the specification "MongoDB Handshake"): both say who they are, agree on compression, and the user logs in.</summary>
internal static class MongoHandshake
{
    /// <summary>MongoDB 4.4, the oldest that answers <c>hello</c> (from 4.4.2 on).</summary>
    private const int OldestWireVersion = 9;

    private static readonly string Version = typeof(MongoHandshake).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    /// <summary>Makes a connection ready for commands.</summary>
    /// <param name="channel">The channel, just opened.</param>
    /// <param name="options">User and password, and whether to compress.</param>
    /// <returns>What the server says of itself.</returns>
    /// <exception cref="WireProtocolException">The server is too old, or does not prove that it knows the password.</exception>
    /// <exception cref="MongoServerException">The server refuses the user or the password.</exception>
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
            throw new WireProtocolException($"The server speaks version {hello.WireVersion} of MongoDB's protocol; {OldestWireVersion} (MongoDB 4.4) is needed.");
        }

        // An arbiter has no users: it cannot be logged in to.
        if (options.Credentials is { } credentials && !hello.Answer.IsTrue("arbiterOnly"))
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
            throw new WireProtocolException("The server does not know the command hello: MongoDB 4.4.2 or newer is needed.", exception);
        }
    }
}
