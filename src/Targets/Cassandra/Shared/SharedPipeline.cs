using DbIngest.Targets.Cassandra.Writing;

namespace DbIngest.Targets.Cassandra.Shared;

/// <summary>
/// Connections that several sources share. The thread of this object sends the sources' batches in the order of arrival, and is
/// the only thread that calls the <see cref="RequestPipeline"/> until it ends. A lane hands over a whole batch and sleeps until
/// the batch is acknowledged. <see cref="SharedConnections"/> creates one per set of connections. Whatever fails, each queued
/// batch must end, since its lane sleeps until then.
/// </summary>
internal sealed class SharedPipeline
{
    private readonly object _gate = new();
    private readonly Queue<WriteJob> _arrived = new();
    private readonly RequestPipeline _pipeline;
    private readonly Thread _thread;
    private int _writers;

    /// <summary>Creates the thread without starting it.</summary>
    /// <param name="pipeline">The connections, which are closed when the last writer leaves.</param>
    public SharedPipeline(RequestPipeline pipeline)
    {
        _pipeline = pipeline;
        _thread = new Thread(Run) { IsBackground = true, Name = "cassandra shared connections" };
    }

    /// <summary>Adds a writer. The first one starts the thread. The caller serialises calls of Enter and Leave.</summary>
    public void Enter()
    {
        if (_writers++ == 0)
        {
            _thread.Start();
        }
    }

    /// <summary>Removes a writer. The last writer waits for the thread and closes the connections.</summary>
    /// <returns>True if the connections were closed.</returns>
    public bool Leave()
    {
        lock (_gate)
        {
            if (--_writers > 0)
            {
                return false;
            }

            Monitor.Pulse(_gate);
        }

        _thread.Join();
        _pipeline.Dispose();
        return true;
    }

    /// <summary>Queues a batch. Lanes call it, also at the same time. The thread ends the job exactly once.</summary>
    public void Add(WriteJob job)
    {
        lock (_gate)
        {
            _arrived.Enqueue(job);
            Monitor.Pulse(_gate);
        }
    }

    private void Run()
    {
        while (Take())
        {
            try
            {
                _pipeline.Step();
            }
            catch (Exception exception)
            {
                // A defect must reach the sources, which would otherwise wait for ever.
                _pipeline.Fail(exception);
            }
        }
    }

    /// <summary>Takes queued batches, and waits for one if no request is pending.</summary>
    /// <returns>False if the thread must end.</returns>
    private bool Take()
    {
        lock (_gate)
        {
            while (_arrived.Count == 0 && !_pipeline.IsBusy)
            {
                if (_writers == 0)
                {
                    return false;
                }

                Monitor.Wait(_gate);
            }

            while (_arrived.TryDequeue(out var job))
            {
                _pipeline.Add(job);
            }

            return true;
        }
    }
}
