using System.Net;
using DbIngest.Wire.Bolt;
using DbIngest.Wire.Tests.Fakes;

namespace DbIngest.Wire.Tests.Bolt;

/// <summary>What a server says, as bytes.</summary>
internal static class BoltAnswers
{
    /// <summary>Version 5.4 is taken.</summary>
    public static readonly byte[] Version = [0, 0, 4, 5];

    /// <summary>A chunk without content, by which a server keeps a connection alive.</summary>
    public static readonly byte[] Nothing = [0, 0];

    public static byte[] Success(params IReadOnlyList<(string Key, string Value)> pairs) => Pairs(BoltMessage.Success, pairs);

    public static byte[] Failure(string code, string words) =>
        Pairs(BoltMessage.Failure, [("neo4j_code", "other"), ("code", code), ("message", words)]);

    public static byte[] Ignored() => new BoltRequest().BeginMessage(BoltMessage.Ignored, 0).EndMessage().Written.ToArray();

    public static byte[] Record(params IReadOnlyList<double> values)
    {
        var message = new BoltRequest().BeginMessage(BoltMessage.Record, 1).List(values.Count);
        foreach (double value in values)
        {
            message.Advance(PackStream.WriteValue(message.Room(PackStream.MaxNumberBytes), value));
        }

        return message.EndMessage().Written.ToArray();
    }

    /// <summary>Greeting and login.</summary>
    public static byte[] Welcome() =>
        [.. Version, .. Success(("server", "Neo4j/5.26.0"), ("connection_id", "bolt-1")), .. Success()];

    public static BoltConnection Open(byte[] answers, int piece = int.MaxValue) => BoltConnection.Open(
        () => WireStream.Of(new ScriptedStream(answers, piece), new SocketSettings()),
        new BoltConnectionOptions
        {
            Server = new IPEndPoint(IPAddress.Loopback, 1),
            Agent = "DbIngest/1",
            User = "neo4j",
            Password = static () => "a-secret"
        });

    private static byte[] Pairs(byte signature, IReadOnlyList<(string Key, string Value)> pairs)
    {
        var message = new BoltRequest().BeginMessage(signature, 1).Map(pairs.Count);
        foreach (var (key, value) in pairs)
        {
            message.Text(key).Text(value);
        }

        return message.EndMessage().Written.ToArray();
    }
}
