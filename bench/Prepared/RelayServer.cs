using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace DbIngest.Bench.Prepared;

/// <summary>
/// The relay, which <c>SinkProcess</c> starts as a separate process. The first port takes commands (<see cref="RelayCommands"/>).
/// The second port relays clients to the real server, until a command makes it answer the recorded client from the recording.
/// The third port answers every client from the recording, so a recording must precede its first client.
/// </summary>
internal static class RelayServer
{
    private static readonly Lock Gate = new();
    private static readonly List<RelayedConnection> Connections = [];
    private static EndPoint? _server;
    private static RelayedConnection? _writer;
    private static Conversation? _script;

    /// <summary>Serves until the parent ends this process.</summary>
    public static void Serve(int commands, int clients, int prepared)
    {
        SinkListener.Start(prepared, Answer);
        SinkListener.Start(clients, Relay);
        SinkListener.Start(commands, Obey);
        Thread.Sleep(Timeout.Infinite);
    }

    private static void Relay(Socket client)
    {
        var connection = new RelayedConnection(client);
        lock (Gate)
        {
            Connections.Add(connection);
        }

        connection.Run(_server!);
    }

    private static void Answer(Socket client)
    {
        var replay = Replay.Of(_script!, client);
        byte[] buffer = new byte[1 << 18];
        for (int count; (count = client.Receive(buffer)) > 0;)
        {
            replay.Take(buffer.AsSpan(0, count));
        }
    }

    private static void Obey(Socket socket)
    {
        using var stream = new NetworkStream(socket);
        using var reader = new StreamReader(stream);
        using var writer = new StreamWriter(stream) { AutoFlush = true };
        while (reader.ReadLine() is { } line)
        {
            string[] words = line.Split(' ', 2);
            lock (Gate)
            {
                writer.WriteLine(Obey(words[0], words.Length > 1 ? words[1] : string.Empty));
            }
        }
    }

    private static string Obey(string command, string argument)
    {
        switch (command)
        {
            case RelayCommands.Server:
                _server = argument[0] == '/' ? new UnixDomainSocketEndPoint(argument) : IPEndPoint.Parse(argument);
                return string.Empty;
            case RelayCommands.Record:
                Connections.ForEach(connection => connection.Record());
                return string.Empty;
            case RelayCommands.Replay:
                // The client's other connections, such as that for a cluster's events, carry few bytes.
                (_writer, _script) = Connections.Select(connection => (connection, connection.Heard()))
                    .OrderByDescending(heard => heard.Item2?.RequestBytes ?? 0).First();
                if (_script is not { IsWhole: true })
                {
                    return string.Empty;
                }

                _script.IsOfMessages = argument == RelayCommands.Messages;
                _writer.Answer(_script);
                var replay = Replay.Of(_script, client: null);
                return string.Create(CultureInfo.InvariantCulture,
                    $"{replay.AnswerBytes} {replay.BytesPerBatch} {Convert.ToBase64String(_script.Request)}");
            case RelayCommands.Forward:
                _writer!.Answer(null);
                return string.Empty;
            default:
                return string.Create(CultureInfo.InvariantCulture, $"{Replay.Taken.Bytes} {Replay.Taken.Batches}");
        }
    }
}
