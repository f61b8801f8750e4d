using System.Net;
using System.Net.Sockets;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Tests.Fakes;

/// <summary>
/// A writer whose operations are two calls. What is sent takes effect when the answer is read, and the answer arrives over a real
/// socket when <see cref="Answer"/> is called, at once by default.
/// </summary>
internal sealed class SplitWriter : IBatchWriter, IRecordOperations, ISplitOperations
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(0.2);

    private readonly IBatchWriter _writer;
    private readonly IRecordOperations _operations;
    private readonly Socket _client;
    private readonly Socket _server;
    private Action<IRecordReceiver>? _sent;
    private DateTime _asked;

    public SplitWriter(IBatchWriter writer)
    {
        (_writer, _operations) = (writer, (IRecordOperations)writer);
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        _client = new Socket(SocketType.Stream, ProtocolType.Tcp);
        _client.Connect(listener.LocalEndpoint);
        _server = listener.AcceptSocket();
        _client.NoDelay = _server.NoDelay = true;
    }

    /// <summary>Called with the writer after each sending; may call <see cref="Answer"/> then, later or never.</summary>
    public Action<SplitWriter> OnSent { get; set; } = static writer => writer.Answer();

    /// <summary>The threads that sent.</summary>
    public HashSet<int> Threads { get; } = [];

    /// <summary>Requests that were sent.</summary>
    public int Sent { get; private set; }

    /// <summary>Answers that were read.</summary>
    public int Received { get; private set; }

    public Socket? Answering => _client;

    public bool IsOverdue => _sent is not null && DateTime.UtcNow - _asked > Timeout;

    public bool IsIdempotent => _writer.IsIdempotent;

    public bool? LastDeleteFound => _operations.LastDeleteFound;

    public bool RestoreFences => _operations.RestoreFences;

    public void Answer() => _server.Send([1]);

    public void SendRead(int source, long first, int count) => Send(found => _operations.Scan(source, first, count, found));

    public void SendUpdate(RecordBatch record) => Send(_ => _operations.Update(record));

    public void SendDelete(int source, long sequence) => Send(_ => _operations.Delete(source, sequence));

    public void SendBatch(RecordBatch batch) => Send(_ => _writer.Write(batch));

    public void Receive(IRecordReceiver found)
    {
        var sent = _sent ?? throw new InvalidOperationException("Nothing was sent.");
        _sent = null;
        if (!_client.Poll(0, SelectMode.SelectRead) && DateTime.UtcNow - _asked > Timeout)
        {
            throw new BatchWriteException("No answer.", isTransient: true, isAmbiguous: true);
        }

        _client.Receive(new byte[1]).ShouldBe(1);
        Received++;
        sent(found);
    }

    public void Write(RecordBatch batch) => _writer.Write(batch);

    public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => _writer.Recover(batch, inDoubt);

    public void Read(int source, long sequence, IRecordReceiver found) => _operations.Read(source, sequence, found);

    public void Scan(int source, long first, int count, IRecordReceiver found) => _operations.Scan(source, first, count, found);

    public void Update(RecordBatch record) => _operations.Update(record);

    public void Delete(int source, long sequence) => _operations.Delete(source, sequence);

    public void Restore() => _operations.Restore();

    public void Dispose()
    {
        _client.Dispose();
        _server.Dispose();
        _writer.Dispose();
    }

    private void Send(Action<IRecordReceiver> operation)
    {
        _sent.ShouldBeNull();
        (_sent, _asked) = (operation, DateTime.UtcNow);
        Sent++;
        Threads.Add(Environment.CurrentManagedThreadId);
        OnSent(this);
    }
}
