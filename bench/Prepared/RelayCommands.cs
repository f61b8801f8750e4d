using System.Globalization;
using System.Net.Sockets;

namespace DbIngest.Bench.Prepared;

/// <summary>Controls <see cref="RelayServer"/> from the measuring process, by lines of text over TCP. Not thread-safe.</summary>
internal sealed class RelayCommands : IDisposable
{
    public const string Server = "server";
    public const string Record = "record";
    public const string Replay = "replay";
    public const string Forward = "forward";
    public const string Count = "count";

    /// <summary>Argument of <see cref="Replay"/>: answer message by message.</summary>
    public const string Messages = "messages";

    private readonly TcpClient _client;
    private readonly StreamReader _reader;
    private readonly StreamWriter _writer;

    /// <summary>Connects to the relay.</summary>
    /// <param name="port">The relay's port for commands.</param>
    public RelayCommands(int port)
    {
        _client = new TcpClient("127.0.0.1", port);
        _reader = new StreamReader(_client.GetStream());
        _writer = new StreamWriter(_client.GetStream()) { AutoFlush = true };
    }

    /// <summary>Sends a command and waits for the answer.</summary>
    public string Do(string command, string argument = "")
    {
        _writer.WriteLine($"{command} {argument}".TrimEnd());
        return _reader.ReadLine() ?? throw new IOException("The relay has gone.");
    }

    /// <summary>Ends the recording. From now on the relay answers from it.</summary>
    /// <param name="byMessages">True to answer each message of CQL version 5 by itself.</param>
    /// <returns>
    /// The client's bytes of one batch, how many of them <see cref="Taken"/> counts, and the number of bytes in the answers.
    /// </returns>
    public (byte[] Request, int Counted, int AnswerBytes) Begin(bool byMessages)
    {
        string[] words = Do(Replay, byMessages ? Messages : string.Empty).Split(' ');
        return words is [var answers, var counted, var request]
            ? (Convert.FromBase64String(request), int.Parse(counted, CultureInfo.InvariantCulture),
                int.Parse(answers, CultureInfo.InvariantCulture))
            : throw new InvalidOperationException("The batch did not end with an answer to all of it.");
    }

    /// <summary>Bytes and whole batches that the relay has answered from the recording.</summary>
    public (long Bytes, long Batches) Taken()
    {
        string[] words = Do(Count).Split(' ');
        return (long.Parse(words[0], CultureInfo.InvariantCulture), long.Parse(words[1], CultureInfo.InvariantCulture));
    }

    public void Dispose()
    {
        _writer.Dispose();
        _reader.Dispose();
        _client.Dispose();
    }
}
